import type { MedusaContainer } from "@medusajs/framework/types"
import type { RefundChoice } from "medusa-payments/refund-choice"
import { findOrderChanges } from "../platform/medusa-tables/order-changes"
import { queryGraph } from "../platform/sql/query"
import { orderLines, orderReceipt, type OrderLines, type OrderReceipt } from "./projections"
import { divide, vatOfMovements, type Movement, type TaxedLine, type VatLine } from "./vat-summary"

type Sold = Omit<OrderLines, "id" | "total">

/** An order as it was placed, and as each change left it; none of an order that was never changed. */
export type SoldOrder = OrderReceipt & {
  readonly versions: readonly (Sold & { readonly changeId: string; readonly at: Date })[]
}

/** Orders with what VAT has to know of their past. */
export async function readSoldOrders(
  container: MedusaContainer,
  ids: readonly string[],
): Promise<SoldOrder[]> {
  if (ids.length === 0) return []
  const [orders, changes] = await Promise.all([
    queryGraph(container, orderReceipt, { entity: "order", filters: { id: ids } }),
    findOrderChanges(container, { ids }),
  ])
  const placed = orders
    .filter(({ id }) => changes.some(({ order_id }) => order_id === id))
    .map(({ id, created_at: at }) => ({ id, order_id: id, version: 1, at }))
  const versions = [...placed, ...changes]
  const read = async (version: number) => {
    const id = versions.filter((one) => one.version === version).map(({ order_id }) => order_id)
    const lines = await queryGraph(container, orderLines, { entity: "order", filters: { id, version } })
    return lines.map((order) => [`${order.id} ${version}`, order] as const)
  }
  const numbers = [...new Set(versions.map(({ version }) => version))]
  const lines = new Map((await Promise.all(numbers.map(read))).flat())
  return orders.map((order) => ({
    ...order,
    versions: versions.flatMap(({ id: changeId, order_id: of, version, at }) => {
      const then = lines.get(`${of} ${version}`)
      return of !== order.id || then === undefined ? [] : [{ ...then, changeId, at }]
    }),
  }))
}

/** The goods and the delivery as VAT sees them, after discounts. */
export function taxedLines({ items, shipping_methods: methods }: Sold): TaxedLine[] {
  return [
    ...items.map(({ total, tax_lines: rate }) => ({ grossPence: total, rate })),
    ...methods.flatMap(({ total, tax_lines: parts }) => divide(total, parts)),
  ]
}

/**
 * The VAT of each capture, refund and change by Medusa's id: for the receipt and the books alike.
 * @param unrecorded what Medusa's order does not show yet
 */
export function vatOfOrder(
  order: SoldOrder,
  unrecorded: readonly Movement[] = [],
): ReadonlyMap<string, VatLine[]> {
  const payments = order.payment_collections.flatMap(({ payments }) => payments)
  const [placed = order, ...changes] = order.versions
  const changed = changes.map(({ changeId: id, at, ...now }) => {
    return { id, pence: 0, chosen: null, lines: taxedLines(now), at }
  })
  const captured = payments.flatMap(({ captures }) =>
    captures.map(({ id, amount, created_at: at }) => ({ id, pence: amount, chosen: null, at })),
  )
  const refunded = payments.flatMap(({ refunds }) =>
    refunds.map(({ id, amount, metadata, created_at: at }) => {
      return { id, pence: -amount, chosen: metadata && chosenLines(order, metadata), at }
    }),
  )
  const moved = [...changed, ...captured, ...refunded].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )
  return vatOfMovements(taxedLines(placed), [...moved, ...unrecorded])
}

/** What was chosen may have come back since, or a change took it off: its price is that of the first version with it. */
function chosenLines(order: SoldOrder, choice: RefundChoice): TaxedLine[] {
  if ("tax_rate" in choice) return [{ rate: choice.tax_rate, grossPence: 1 }]
  return choice.items.flatMap(({ id, quantity }) => {
    const isChosen = (line: { id: string }) => line.id === id
    const sold = [...order.versions, order].find(
      ({ items, shipping_methods: methods }) => items.some(isChosen) || methods.some(isChosen),
    )
    if (sold === undefined) return []
    return taxedLines({
      items: sold.items.filter(isChosen).map((item) => {
        return { ...item, total: Math.round((item.total / item.quantity) * quantity) }
      }),
      shipping_methods: sold.shipping_methods.filter(isChosen),
    })
  })
}
