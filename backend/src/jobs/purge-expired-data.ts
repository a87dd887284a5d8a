import type { MedusaContainer } from "@medusajs/framework/types"
import { ENDS_QUESTION } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { erasePrivateFiles } from "../customers/erase-private-files"
import { environment } from "../platform/config"
import { eraseOldLooseMails } from "../mail/erase-mails"
import { ACCESS } from "../modules/access"
import { eraseOldMessages } from "../customers/erase-messages"
import { outdatedOrders, scheduledOrders } from "../platform/medusa-tables/erasable-orders"
import { eraseGuestsWithoutOrders } from "../platform/medusa-tables/customers"
import { eraseLateMails, eraseOldCarts } from "../platform/medusa-tables/erasure"
import { findCardPayments } from "../orders/payment-method"
import { completeDeletions } from "../workflows/delete-account"
import { eraseInBatches } from "../workflows/erase-orders"

const endings = { endsQuestion: ENDS_QUESTION }
const DAY_MS = 24 * 60 * 60 * 1000

/** A part that fails does not stop the others. */
export default async function purgeExpiredData(container: MedusaContainer): Promise<void> {
  const parts = {
    "sessions and links": () => container.resolve(ACCESS).deleteExpired(),
    "accounts being deleted": () => completeDeletions(container),
    "orders of deleted accounts": async () =>
      eraseInBatches(container, await scheduledOrders(container, endings)),
    "old orders": async () => eraseInBatches(container, await outdatedOrders(container, endings)),
    "mails of erased orders": () => eraseLateMails(container),
    "old carts": () => eraseOldCarts(container),
    // After the carts and orders that still name them.
    "guests without orders": () => eraseGuestsWithoutOrders(container),
    "notifications about card payments": async () => findCardPayments(container)?.polls.purge(),
    "private files": () => erasePrivateFiles(DAY_MS),
    "mails without an order": () => eraseOldLooseMails(container),
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
