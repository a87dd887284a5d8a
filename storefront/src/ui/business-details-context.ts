import { createContext, useContext } from "react"
import type { BusinessDetails } from "../lib/business-details"

const BusinessDetailsContext = createContext<BusinessDetails | null>(null)

export const BusinessDetailsProvider = BusinessDetailsContext.Provider

/** Who the shop is, as the operator configured it. */
export function useBusinessDetails(): BusinessDetails {
  const business = useContext(BusinessDetailsContext)
  if (!business) throw new Error("useShopFacts needs a ShopFactsProvider above it")
  return business
}
