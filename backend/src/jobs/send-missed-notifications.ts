import { singleFlight } from "../server/single-flight"
import { sendMissedNotifications } from "../workflows/order-notifications/send-missed-notifications"

/** Tells buyers of parcels and cancellings whose event was lost. Several processes do no harm. */
export default singleFlight(sendMissedNotifications)

export const config = { name: "send-missed-notifications", schedule: { interval: 10_000 } }
