import { environment } from "../platform/config"
import { repairReservations } from "../workflows/repair-reservations"

export default repairReservations

export const config = {
  name: "repair-reservations",
  schedule: { interval: environment.UNPAID_ORDERS_CHECK_SECONDS * 1000 },
}
