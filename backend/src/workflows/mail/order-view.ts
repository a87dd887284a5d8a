import type { MedusaContainer } from "@medusajs/framework/types"
import type { BitcoinPayment, InvoiceState } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import type { OrderPlaced, Shop } from "../../modules/mail"
import { queryRows } from "../../query/query-rows"
import { ORDER_FIELDS, orderRow, type OrderRow } from "./order-row"
import { readSeller } from "./shop"
import { vatSummary } from "./vat-summary"

/** An order with its Bitcoin payment, null when it is not paid so. */
export interface OrderView {
  /** Who writes. */
  shop: Shop
  order: OrderRow
  bitcoin: BitcoinPayment | null
  /** The quote that the mail is about; null: about the order, and `bitcoin` is the quote that speaks for it. */
  invoiceId: string | null
  /** Whether a later quote speaks for the order. */
  isOvertaken: boolean
}

/** An order and its Bitcoin payment as they stand now; null when there is no such order. */
export async function readOrderView(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string | null,
): Promise<OrderView | null> {
  const payments = container.resolve(BITCOIN_PAYMENT)
  const [shop, [order], current, meant] = await Promise.all([
    readSeller(container),
    queryRows(container, orderRow, { entity: "order", fields: ORDER_FIELDS, filters: { id: orderId } }),
    payments.paymentForOrder(orderId),
    invoiceId === null ? null : payments.paymentOfInvoice(invoiceId),
  ])
  if (order === undefined) return null
  const bitcoin = meant ?? current
  return { shop, order, bitcoin, invoiceId, isOvertaken: bitcoin?.address !== current?.address }
}

const STAGES = {
  awaiting_payment: "awaiting",
  underpaid: "awaiting",
  seen: "received",
  confirming: "received",
  confirmed: "received",
  review: "received",
  expired: "ended",
  cancelled: "ended",
  refunded: "ended",
} as const satisfies Record<InvoiceState, "awaiting" | "received" | "ended">

/** The confirmation of an order, in the figures that Medusa keeps of it. */
export function orderPlacedData({ shop, order, bitcoin }: OrderView, followUrl: string): OrderPlaced {
  const { shipping_methods: methods, items } = order
  return {
    shop,
    number: order.display_id,
    placedAt: order.created_at.toISOString(),
    items: items.map((item) => ({
      ...describeItem(item),
      quantity: item.quantity,
      totalPence: item.total,
    })),
    subtotalPence: order.item_total,
    delivery: { label: methods[0]?.name ?? "Delivery", pence: order.shipping_total },
    totalPence: order.total,
    vat: vatSummary([...items, ...methods].map((line) => ({ grossPence: line.total, rate: line.tax_lines }))),
    deliverTo: deliverTo(order),
    payment:
      bitcoin === null ? { method: "card" } : { method: "bitcoin", ...bitcoin, stage: STAGES[bitcoin.state] },
    followUrl,
  }
}

/** What a line of an order is called, and what tells it from its neighbours. */
export function describeItem(item: OrderRow["items"][number]): { name: string; detail: string } {
  return { name: item.product_title ?? item.title, detail: item.variant_title ?? "" }
}

/** Name, address and telephone, a line each, as on the parcel. */
export function deliverTo({ shipping_address: to }: OrderRow): string[] {
  const name = [to.first_name, to.last_name].filter(Boolean).join(" ")
  return [name, to.address_1, to.city, to.postal_code, to.phone].filter((line) => !!line).map(String)
}
