import { oneAtATime } from "../server/one-at-a-time"
import { tellOfWhatWasMissed } from "../workflows/order-news/tell-of-what-was-missed"

/** Tells buyers of parcels and cancellings whose event was lost. Several processes do no harm. */
export default oneAtATime(tellOfWhatWasMissed)

export const config = { name: "tell-of-order-news", schedule: { interval: 10_000 } }
