import type { MedusaContainer } from "@medusajs/framework/types"
import { ACCESS } from "../modules/access"
import { eraseFinishedOrders } from "../workflows/account/finished-orders"

/** At night: sessions and links that ran out, and the orders of deleted accounts that are finished by now. */
export default async function forgetWhatIsOver(container: MedusaContainer): Promise<void> {
  await container.resolve(ACCESS).forgetExpired()
  await eraseFinishedOrders(container)
}

export const config = { name: "forget-what-is-over", schedule: "17 3 * * *" }
