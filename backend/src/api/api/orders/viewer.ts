import type { MedusaRequest } from "@medusajs/framework/http"
import type { FollowedOrder } from "@shop/contracts"
import { ACCESS } from "../../../modules/access"
import { orderView, type Viewer } from "../../../orders/order-view"
import { shareReads } from "../../../orders/shared-reads"
import { Problem } from "../../../platform/http/problem"
import { ORDER_COOKIE, secretIn } from "../../session-cookie"
import { findSession } from "../../signed-in"
import { unknownOrder } from "./rejections"

async function viewerOf(request: MedusaRequest, orderId: string): Promise<Viewer> {
  const key = secretIn(request, ORDER_COOKIE)
  const [session, hasKey] = await Promise.all([
    findSession(request),
    key === null ? false : request.scope.resolve(ACCESS).opensOrder(key, orderId),
  ])
  return { customerId: session?.customerId ?? null, hasKey }
}

const share = shareReads<FollowedOrder | null>()

/** How to read the order of a request as its viewer may see it. All who may see the same of it share one read. */
export async function readerOf(request: MedusaRequest): Promise<() => Promise<FollowedOrder | null>> {
  const id = request.params.id ?? ""
  const viewer = await viewerOf(request, id)
  const key = JSON.stringify([id, viewer])
  return () => share(key, () => orderView(request.scope, id, viewer))
}

/**
 * Every write of an order requires its buyer: ids leak, and reading needs the id alone. Returns how the buyer came
 * (e-mail link or signed in) and the view, now and to read again. @throws Problem 404 without such an order, 403 for
 * anyone but the buyer
 */
export async function requireBuyer(request: MedusaRequest) {
  const id = request.params.id ?? ""
  const viewer = await viewerOf(request, id)
  const readView = () => orderView(request.scope, id, viewer)
  const order = await readView()
  if (order === null) throw unknownOrder()
  if (order.owner === null)
    throw new Problem(
      403,
      "not_the_buyer",
      "Only the buyer can do that: open this page by the link in one of the order's emails, or sign in.",
    )
  return { id, cameBy: viewer.hasKey ? ("link" as const) : ("account" as const), order, readView }
}
