import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Redis renews the lock while the work runs. After a crash it is free before those who wait give up. */
const SECONDS = { timeout: 30, expire: 25 }

/** One after the other makes, sends, cancels or repairs an order's parcels: Medusa's workflows take no lock. Not reentrant. */
export const withParcelsLocked = (container: MedusaContainer, orderId: string, work: () => Promise<void>) =>
  container.resolve(Modules.LOCKING).execute([`parcels-of:${orderId}`], work, SECONDS)
