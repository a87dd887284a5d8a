import type { BusinessDetails as Contract } from "@shop/contracts"
import { createContext, useContext } from "react"

/** The details that staff maintain, and the shop's address. The server writes them into every page. */
export interface BusinessDetails extends Contract {
  url: string
}

export const callHref = ({ phone }: Contract): string => `tel:${phone.replace(/\s/g, "")}`

const BusinessDetailsContext = createContext<BusinessDetails | null>(null)

export const BusinessDetailsProvider = BusinessDetailsContext.Provider

export function useBusinessDetails(): BusinessDetails {
  const business = useContext(BusinessDetailsContext)
  if (!business) throw new Error("useBusinessDetails needs a BusinessDetailsProvider above it")
  return business
}
