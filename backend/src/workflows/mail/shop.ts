import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../../config"
import type { Shop } from "../../modules/mail"
import { readDetails } from "../business-details/read-business-details"

/** The trader as every mail signs, in the facts of this moment. */
export async function readSeller(container: MedusaContainer): Promise<Shop> {
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
