import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../../config"
import { ACCESS } from "../../modules/access"

/**
 * The address of an order's own page with a fresh secret that opens it. The secret stands after the `#`: browsers send
 * that part to nobody, so it is in no log and no Referer; the page hands it in by a call.
 */
export async function orderAddress(container: MedusaContainer, orderId: string): Promise<string> {
  return addressWith(container, orderId, `${environment.PUBLIC_URL}/orders/${encodeURIComponent(orderId)}`)
}

/** The same for the page where an order is paid. */
export async function paymentAddress(container: MedusaContainer, orderId: string): Promise<string> {
  return addressWith(
    container,
    orderId,
    `${environment.PUBLIC_URL}/checkout?order=${encodeURIComponent(orderId)}`,
  )
}

async function addressWith(container: MedusaContainer, orderId: string, page: string): Promise<string> {
  return `${page}#key=${await container.resolve(ACCESS).issueOrderKey(orderId)}`
}
