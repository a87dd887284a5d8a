import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { claimGuestOrders } from "../../../../workflows/account/claimable-orders"
import { currentUser } from "../current-user"

/** Brings orders that were placed as a guest with the same verified address into the account. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { user } = await currentUser(req)
  res.json({ claimed: await claimGuestOrders(req.scope, user) })
}
