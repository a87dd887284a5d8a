import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isTracked } from "@shop/contracts"
import type { DispatchPreview } from "@shop/contracts/staff"
import { readListedOrders } from "../../platform/medusa-tables/order-lists"
import { readOrdersNumbered, readParcelsOfOrders } from "../../platform/medusa-tables/parcels"
import { listOpenWithdrawals } from "../../platform/medusa-tables/withdrawals"
import { readTrackingList } from "./tracking-list"

const WITHDRAWN = "Its buyer has withdrawn from it: decide that on its page first."

/** The packed parcel of each order, and why it cannot be sent as one of several. */
export async function readDispatches(container: MedusaContainer, orderIds: readonly string[]) {
  const [orders, parcels, withdrawals] = await Promise.all([
    readListedOrders(container, { ids: orderIds }),
    readParcelsOfOrders(container, { orderIds }),
    listOpenWithdrawals(container),
  ])
  const problemOf = (id: string, state: string): string | null => {
    const own = parcels.filter(({ orderId }) => orderId === id)
    const waiting = own.filter(({ isSent }) => !isSent)
    if (state === "cancelled") return "It is cancelled."
    if (withdrawals.some(({ orderId }) => orderId === id)) return WITHDRAWN
    if (waiting.length === 0) return own.length > 0 ? "It has left already." : "It is not packed yet."
    if (waiting.length > 1)
      return `It has ${waiting.length} packed parcels: mark each as shipped on its page.`
    return waiting[0]?.isBeingCancelled ? "Its parcel is being cancelled." : null
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
  const withdrawals = await listOpenWithdrawals(container)
  if (withdrawals.some(({ orderId }) => orderId === id))
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WITHDRAWN)
}

/** What sending these orders and those of a pasted list would do. */
export async function previewDispatch(
  container: MedusaContainer,
  { orders: chosen, list }: { orders: readonly string[]; list: string },
): Promise<DispatchPreview> {
  const { lines, problems } = readTrackingList(list)
  const named = await readOrdersNumbered(container, { numbers: lines.map(({ number }) => String(number)) })
  const unknown = lines.filter(({ number }) => !named.some((order) => order.number === number))
  const ids = new Set([...chosen, ...named.map(({ id }) => id)])
  const dispatches = await readDispatches(container, [...ids])
  return {
    orders: dispatches.map(({ parcelId: _parcelId, ...order }) => ({
      ...order,
      tracking: lines.find(({ number }) => number === order.number)?.tracking ?? "",
    })),
    problems: [
      ...problems,
      ...unknown.map(({ line, number }) => `Line ${line}: there is no order ${number}.`),
    ].sort((one, other) => one.localeCompare(other, "en", { numeric: true })),
  }
}
