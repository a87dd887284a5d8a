import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** `execute` renews the lock while the work runs: a crash keeps nobody waiting until the timeout. */
const SECONDS = { timeout: 30, expire: 25 }

/** One after the other makes, sends, cancels or repairs an order's parcels: Medusa's workflows take no lock. Not reentrant. */
export const withParcelsLocked = (container: MedusaContainer, orderId: string, work: () => Promise<void>) =>
  container.resolve(Modules.LOCKING).execute([`parcels-of:${orderId}`], work, SECONDS)
