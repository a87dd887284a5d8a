import type { MedusaContainer } from "@medusajs/framework/types"
import { ACCESS } from "../modules/access"
import { environment } from "../config"
import { eraseOldCarts, eraseOldOrders } from "../workflows/account/erase-old-orders"
import { eraseScheduledOrders } from "../workflows/account/erasable-orders"
import { eraseOldMessages } from "../workflows/contact/erase-messages"

/**
 * At night: sessions and links that ran out, the orders of deleted accounts that are finished by now, and carts, buyers
 * and messages that were kept long enough.
 */
export default async function purgeExpiredData(container: MedusaContainer): Promise<void> {
  await container.resolve(ACCESS).deleteExpired()
  await eraseScheduledOrders(container)
  await eraseOldOrders(container)
  await eraseOldCarts(container)
  await eraseOldMessages(container, environment.MESSAGES_KEPT_DAYS)
}

export const config = { name: "purge-expired-data", schedule: "17 3 * * *" }
