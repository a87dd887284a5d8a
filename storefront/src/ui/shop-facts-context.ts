import { createContext, useContext } from "react"
import type { ShopFacts } from "../lib/shop-facts"

const ShopFactsContext = createContext<ShopFacts | null>(null)

export const ShopFactsProvider = ShopFactsContext.Provider

/** Who the shop is, as the operator configured it. */
export function useShopFacts(): ShopFacts {
  const facts = useContext(ShopFactsContext)
  if (!facts) throw new Error("useShopFacts needs a ShopFactsProvider above it")
  return facts
}
