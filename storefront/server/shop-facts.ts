import { shopFactsSchema } from "@shop/contracts"
import { request } from "../src/api/request"
import { SHOP_NAME } from "../src/lib/page-title"
import type { ShopFacts } from "../src/lib/shop-facts"

/** What is said of the shop while nobody can be asked: its name over the door, and nothing that may be wrong. */
const UNKNOWN = {
  name: SHOP_NAME,
  legalName: "",
  address: "",
  email: "",
  phone: "",
  companyNumber: null,
  registeredIn: null,
  vatNumber: null,
  hours: [],
  social: [],
  periods: null,
  demo: false,
} satisfies Omit<ShopFacts, "url">

interface FactsOptions {
  publicUrl: string
  /** Told when a page has to be drawn without them. */
  onUnknown: (failure: unknown) => void
}

/** Who the shop is, from the backend by way of the catalogue's cache: half a second old at most, older while it is away. */
export function factsSource({ publicUrl: url, onUnknown }: FactsOptions): () => Promise<ShopFacts> {
  return async () => {
    try {
      return { ...(await request("/api/shop", shopFactsSchema)), url }
    } catch (failure) {
      onUnknown(failure)
      return { ...UNKNOWN, url }
    }
  }
}
