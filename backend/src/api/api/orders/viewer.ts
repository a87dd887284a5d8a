import type { MedusaRequest } from "@medusajs/framework/http"
import { ACCESS } from "../../../modules/access"
import { orderView, type Viewer } from "../../../orders/order-view"
import { ORDER_COOKIE, secretIn } from "../../session-cookie"
import { findSession } from "../../signed-in"
import { notTheBuyer, unknownOrder } from "./rejections"

/** The viewer of a request, by its cookies. Without cookies there is no database query. */
export async function viewerOf(request: MedusaRequest, orderId: string): Promise<Viewer> {
  const key = secretIn(request, ORDER_COOKIE)
  const [session, hasKey] = await Promise.all([
    findSession(request),
    key === null ? false : request.scope.resolve(ACCESS).opensOrder(key, orderId),
  ])
  return { customerId: session?.customerId ?? null, hasKey }
}

/**
 * The order of a request for its buyer only. Every write of an order requires it: ids leak, and reading needs the id alone.
 * @returns its id, how the buyer came (by the link in the order's emails, or signed in), and its view, now and to be read after
 * a change
 * @throws a problem: 404 without such an order, 403 for anyone but the buyer
 */
export async function requireBuyer(request: MedusaRequest) {
  const id = request.params.id ?? ""
  const viewer = await viewerOf(request, id)
  const readView = () => orderView(request.scope, id, viewer)
  const order = await readView()
  if (order === null) throw unknownOrder()
  if (order.owner === null) throw notTheBuyer()
  return { id, cameBy: viewer.hasKey ? ("link" as const) : ("account" as const), order, readView }
}
