import type { MedusaContainer } from "@medusajs/framework/types"
import type { Details } from "../modules/business-details"
import { environment } from "../platform/config"
import { readDetails } from "../orders/business-details/business-details"

export interface Shop extends Omit<Details, "instagram" | "facebook" | "x"> {
  url: string
}

export async function readShop(container: MedusaContainer): Promise<Shop> {
  return { ...(await readDetails(container)), url: environment.PUBLIC_URL }
}
