import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../../config"
import type { Shop } from "../../modules/mail"
import { readFacts } from "../shop-facts/read-shop-facts"

/** The trader as every mail signs, in the facts of this moment. */
export async function readSeller(container: MedusaContainer): Promise<Shop> {
  const { name, legalName, address, email, phone, companyNumber, registeredIn, vatNumber, hours } =
    await readFacts(container)
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
