import type { MedusaContainer } from "@medusajs/framework/types"
import { tellOfWhatWasMissed } from "../workflows/order-news/tell-of-what-was-missed"

let isUnderWay = false

/** Tells buyers of parcels and cancellings whose event was lost. One round at a time; several processes do no harm. */
export default async function tell(container: MedusaContainer): Promise<void> {
  if (isUnderWay) return
  isUnderWay = true
  try {
    await tellOfWhatWasMissed(container)
  } finally {
    isUnderWay = false
  }
}

export const config = { name: "tell-of-order-news", schedule: { interval: 10_000 } }
