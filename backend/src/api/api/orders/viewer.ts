import type { MedusaRequest } from "@medusajs/framework/http"
import { ACCESS } from "../../../modules/access"
import { ORDER_COOKIE, secretIn } from "../../session-cookie"
import { findSession } from "../../signed-in"

/** Who asks for an order. */
export interface Viewer {
  /** The signed-in customer, or null. */
  customerId: string | null
  /** Came by the link in the buyer's mail. */
  hasKey: boolean
}

/** The viewer by their cookies; without one nothing is looked up. */
export async function viewerOf(request: MedusaRequest, orderId: string): Promise<Viewer> {
  const key = secretIn(request, ORDER_COOKIE)
  const [session, hasKey] = await Promise.all([
    findSession(request),
    key === null ? false : request.scope.resolve(ACCESS).opensOrder(key, orderId),
  ])
  return { customerId: session?.customerId ?? null, hasKey }
}
