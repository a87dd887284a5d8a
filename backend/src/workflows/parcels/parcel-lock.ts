import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

const TIMEOUT_SECONDS = 30

/** One after the other makes, sends, cancels or repairs an order's parcels: Medusa's workflows take no lock. Not reentrant. */
export const withParcelsLocked = (container: MedusaContainer, orderId: string, work: () => Promise<void>) =>
  container.resolve(Modules.LOCKING).execute([`parcels-of:${orderId}`], work, { timeout: TIMEOUT_SECONDS })
