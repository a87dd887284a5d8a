import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../platform/config"
import { readDetails } from "../orders/business-details/business-details"

/** The business as it signs mails and receipts. */
export interface Shop {
  name: string
  legalName: string
  address: string
  /** Null for a sole trader. */
  companyNumber: string | null
  registeredIn: string | null
  /** Null below the VAT threshold. */
  vatNumber: string | null
  email: string
  phone: string
  hours: { days: string; hours: string }[]
  url: string
}

/** The business details as staff have set them now. */
export async function readShop(container: MedusaContainer): Promise<Shop> {
  const { name, legalName, address, email, phone, companyNumber, registeredIn, vatNumber, hours } =
    await readDetails(container)
  return {
    name,
    legalName,
    address,
    email,
    phone,
    companyNumber,
    registeredIn,
    vatNumber,
    hours,
    url: environment.PUBLIC_URL,
  }
}
