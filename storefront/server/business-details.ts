import { businessDetailsSchema } from "@shop/contracts"
import { request } from "../src/api/request"
import { SHOP_NAME } from "../src/lib/page-title"
import type { BusinessDetails } from "../src/lib/business-details"

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
} satisfies Omit<BusinessDetails, "url">

interface BusinessDetailsOptions {
  publicUrl: string
  /** Told when a page has to be drawn without them. */
  onError: (failure: unknown) => void
}

/** Who the shop is, from the backend by way of the catalogue's cache: half a second old at most, older while it is away. */
export function businessDetailsSource({
  publicUrl: url,
  onError,
}: BusinessDetailsOptions): () => Promise<BusinessDetails> {
  return async () => {
    try {
      return { ...(await request("/api/shop", businessDetailsSchema)), url }
    } catch (failure) {
      onError(failure)
      return { ...UNKNOWN, url }
    }
  }
}
