import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ACCESS } from "../modules/access"
import { environment } from "../config"
import { eraseOldCarts, eraseOldOrders } from "../workflows/account/erase-old-orders"
import { eraseScheduledOrders } from "../workflows/account/erasable-orders"
import { eraseOldMessages } from "../contact/erase-messages"

/**
 * Deletes expired sessions and links, completed orders of deleted accounts, and carts, buyers and messages whose
 * retention period is over. One part that fails does not stop the others.
 */
export default async function purgeExpiredData(container: MedusaContainer): Promise<void> {
  const parts = {
    "sessions and links": () => container.resolve(ACCESS).deleteExpired(),
    "orders of deleted accounts": () => eraseScheduledOrders(container),
    "old orders": () => eraseOldOrders(container),
    "old carts": () => eraseOldCarts(container),
    "old messages": () => eraseOldMessages(container, environment.MESSAGES_KEPT_DAYS),
  }
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const [name, purge] of Object.entries(parts)) {
    try {
      await purge()
    } catch (error) {
      logger.error(`The purge of ${name} failed: ${String(error)}`)
    }
  }
}

export const config = { name: "purge-expired-data", schedule: "17 3 * * *" }
