import type { MedusaRequest } from "@medusajs/framework/http"
import { ACCESS } from "../../../modules/access"
import type { Viewer } from "../../../orders/order-view"
import { ORDER_COOKIE, secretIn } from "../../session-cookie"
import { findSession } from "../../signed-in"

/** The viewer of a request, by its cookies. Without cookies there is no database query. */
export async function viewerOf(request: MedusaRequest, orderId: string): Promise<Viewer> {
  const key = secretIn(request, ORDER_COOKIE)
  const [session, hasKey] = await Promise.all([
    findSession(request),
    key === null ? false : request.scope.resolve(ACCESS).opensOrder(key, orderId),
  ])
  return { customerId: session?.customerId ?? null, hasKey }
}
