import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isTracked } from "@shop/contracts"
import type { DispatchPreview } from "@shop/contracts/staff"
import { readHeldOrders, readListedOrders } from "../../platform/medusa-tables/order-lists"
import { readOrdersNumbered, readParcelsOfOrders } from "../../platform/medusa-tables/parcels"
import { findWithdrawnOrders } from "../../platform/medusa-tables/withdrawals"
import { whyHeld } from "../payment-status"
import { readTrackingList } from "./tracking-list"

const WITHDRAWN = "Its buyer has withdrawn from it: decide that on its page first."

/** The packed parcel of each order, and why it cannot be sent as one of several. */
export async function readDispatches(container: MedusaContainer, ids: readonly string[]) {
  const [orders, parcels, withdrawn, heldOrders] = await Promise.all([
    readListedOrders(container, { ids }),
    readParcelsOfOrders(container, { orderIds: ids }),
    findWithdrawnOrders(container, { ids }),
    readHeldOrders(container, { ids }),
  ])
  const held = new Map(
    await Promise.all(heldOrders.map(async ({ id }) => [id, await whyHeld(container, id)] as const)),
  )
  const problemOf = (id: string, state: string): string | null => {
    const own = parcels.filter(({ orderId }) => orderId === id)
    const waiting = own.filter(({ isSent }) => !isSent)
    if (state === "cancelled") return "It is cancelled."
    if (withdrawn.includes(id)) return WITHDRAWN
    if (waiting.length === 0) return own.length > 0 ? "It has left already." : "It is not packed yet."
    if (waiting.length > 1)
      return `It has ${waiting.length} packed parcels: mark each as shipped on its page.`
    return waiting[0]?.isBeingCancelled ? "Its parcel is being cancelled." : (held.get(id) ?? null)
  }
  return orders
    .map(({ id, number, customer, state }) => {
      const parcel = parcels.find(({ orderId, isSent }) => orderId === id && !isSent)
      return {
        ...{ id, number, customer, parcelId: parcel?.id ?? "", delivery: parcel?.delivery ?? "" },
        isTracked: isTracked(parcel?.method),
        problem: problemOf(id, state),
      }
    })
    .sort((one, other) => one.number - other.number)
}

/** @throws MedusaError `not_allowed` for an order that its buyer does not want any more */
export async function assertNotWithdrawn(container: MedusaContainer, id: string): Promise<void> {
  if ((await findWithdrawnOrders(container, { ids: [id] })).length > 0)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WITHDRAWN)
}

/** What sending these orders and those of a pasted list would do. */
export async function previewDispatch(
  container: MedusaContainer,
  { orders: chosen, list }: { orders: readonly string[]; list: string },
): Promise<DispatchPreview> {
  const { lines, problems } = readTrackingList(list)
  const named = await readOrdersNumbered(container, { numbers: lines.map(({ number }) => String(number)) })
  const unknown = lines
    .filter(({ number }) => !named.some((order) => order.number === number))
    .map(({ line, number }) => ({ line, sentence: `Line ${line}: there is no order ${number}.` }))
  const ids = new Set([...chosen, ...named.map(({ id }) => id)])
  const dispatches = await readDispatches(container, [...ids])
  return {
    orders: dispatches.map(({ parcelId: _parcelId, ...order }) => ({
      ...order,
      tracking: lines.find(({ number }) => number === order.number)?.tracking ?? "",
      listProblem:
        problems.find(({ line, numbers }) => line === 0 || numbers.includes(order.number))?.sentence ?? null,
    })),
    problems: [...problems, ...unknown]
      .sort((one, other) => one.line - other.line)
      .map(({ sentence }) => sentence),
  }
}
