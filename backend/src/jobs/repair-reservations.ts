import type { MedusaContainer } from "@medusajs/framework/types"
import { singleFlight } from "medusa-payment-bitcoin/watcher"
import { environment } from "../platform/config"
import { repairParcels } from "../workflows/repair-parcels"
import { repairReservations } from "../workflows/repair-reservations"

/** The parcels first: a cancelled one's items are to be reserved. */
export default singleFlight(async (container: MedusaContainer) => {
  try {
    await repairParcels(container)
  } finally {
    await repairReservations(container)
  }
})

export const config = {
  name: "repair-reservations",
  schedule: { interval: environment.UNPAID_ORDERS_CHECK_SECONDS * 1000 },
}
