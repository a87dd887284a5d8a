import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { chosenInMetadata } from "medusa-payments/refund-choice"
import { sizeName } from "../catalogue/size-name"
import { deliveryTaxLine, taxedParts } from "../modules/business-details"
import { penceColumn } from "../platform/money"
import { many, queryGraph, textOrEmpty as text } from "../platform/sql/query"

const moment = z.coerce.date()
/** The sum of the rates on a line: 20 is 20 %. */
const taxRate = many(z.object({ rate: z.coerce.number() })).transform((lines) =>
  lines.reduce((sum, line) => sum + line.rate, 0),
)

/** What a delivery is taxed at, in proportion. */
const deliveryRates = many(deliveryTaxLine).transform(taxedParts)

const adjustments = many(z.object({ code: text }))

const item = z.object({
  id: z.string(),
  product_id: z.string().nullable(),
  variant_id: z.string().nullable(),
  title: z.string(),
  product_title: z.string().nullable(),
  variant_title: text,
  variant_sku: text,
  thumbnail: z.string().nullable(),
  quantity: z.coerce.number().int(),
  unit_price: penceColumn,
  /** After discounts. */
  total: penceColumn,
  discount_total: penceColumn,
  adjustments,
  tax_lines: taxRate,
})
const pieces = z.coerce.number().int()
/** How many of its pieces are where. */
const placedItem = item.extend({
  detail: z.object({
    shipped_quantity: pieces,
    delivered_quantity: pieces,
    return_received_quantity: pieces,
    /** Came back damaged. */
    return_dismissed_quantity: pieces,
  }),
})
const shippingMethod = z.object({
  id: z.string(),
  name: z.string(),
  /** After discounts. */
  total: penceColumn,
  discount_total: penceColumn,
  adjustments,
  tax_lines: deliveryRates,
})
const address = z.object({
  first_name: text,
  last_name: text,
  address_1: text,
  city: text,
  postal_code: text,
  phone: text,
})
const parcel = z.object({
  shipped_at: moment.nullable(),
  delivered_at: moment.nullable(),
  canceled_at: moment.nullable(),
  labels: many(z.object({ tracking_number: text, tracking_url: text })),
})
const payment = z.object({
  captured_at: moment.nullable(),
  refunds: many(z.object({ amount: penceColumn, created_at: moment })),
})
const amount = penceColumn.nullish().transform((pence) => pence ?? 0)
export const paidCollections = many(z.object({ captured_amount: amount, refunded_amount: amount }))
export const paidOrder = z.object({ payment_collections: paidCollections })
const paymentCollection = z.object({
  captured_amount: amount,
  refunded_amount: amount,
  payment_sessions: many(z.object({ provider_id: z.string(), status: z.string(), created_at: moment })),
  payments: many(payment),
})

/**
 * Every field of an order that the shop reads, in pence: `queryGraph` asks Medusa for exactly what a projection
 * declares. JSON columns are `z.unknown().pipe(…)`, so that they are read as one field.
 */
const order = z.object({
  id: z.string(),
  display_id: z.coerce.number().int(),
  status: z.string(),
  email: text,
  created_at: moment,
  canceled_at: moment.nullable(),
  customer: z.object({ id: z.string(), has_account: z.boolean() }).nullish(),
  total: penceColumn,
  items: z.array(item),
  shipping_methods: z.array(shippingMethod),
  shipping_address: address.nullish(),
  version: z.number().int(),
  /** See `amountDueOf`. */
  summary: z.object({ pending_difference: penceColumn }),
  fulfillments: many(parcel),
  payment_collections: many(paymentCollection),
})

const CONTENT = {
  id: true,
  display_id: true,
  email: true,
  created_at: true,
  total: true,
  items: true,
  shipping_methods: true,
  shipping_address: true,
  version: true,
  summary: true,
} as const

/** What was ordered, for how much and where it goes: for mails, the packing slip and the books. */
export const orderContent = order.pick(CONTENT)
export type OrderContent = z.output<typeof orderContent>

/** For the order's page and the customer's export: all of it. */
export const orderPage = order.extend({
  items: z.array(placedItem),
  returns: many(z.object({ status: z.string(), received_at: moment.nullable(), updated_at: moment })),
})
export type OrderPage = z.output<typeof orderPage>

/** The parcels that were sent, and those of a carrier that only reports the delivery. */
export function parcelsOf<
  Parcel extends Pick<z.output<typeof parcel>, "shipped_at" | "delivered_at" | "canceled_at">,
>({ fulfillments }: { fulfillments: readonly Parcel[] }) {
  return fulfillments.flatMap((one) => {
    const sent = one.shipped_at ?? one.delivered_at
    return one.canceled_at || !sent ? [] : [{ ...one, sent, delivered: one.delivered_at }]
  })
}

const moved = z.object({ id: z.string(), amount: penceColumn, created_at: moment })

/** For the receipt and the books: with every capture and refund. */
export const orderReceipt = order.pick(CONTENT).extend({
  payment_collections: many(
    paymentCollection.pick({ captured_amount: true }).extend({
      payments: many(
        z.object({
          payment_session_id: z.string(),
          captures: many(moved),
          refunds: many(moved.extend({ metadata: z.unknown().pipe(chosenInMetadata) })),
        }),
      ),
    }),
  ),
})
export type OrderReceipt = z.output<typeof orderReceipt>

/** What VAT is in, of an order as it is or was. Without the total Medusa calculates no other. */
export const orderLines = order.pick({ id: true, total: true, items: true, shipping_methods: true })
export type OrderLines = z.output<typeof orderLines>

export const orderSummary = order
  .pick({
    id: true,
    display_id: true,
    status: true,
    created_at: true,
    total: true,
    version: true,
    summary: true,
  })
  .extend({
    items: z.array(placedItem),
    fulfillments: many(parcel.pick({ shipped_at: true, delivered_at: true, canceled_at: true })),
    payment_collections: paidCollections,
  })

export async function readOrder<Projection extends z.ZodType>(
  container: MedusaContainer,
  projection: Projection,
  id: string,
): Promise<z.output<Projection> | undefined> {
  const [found] = await queryGraph(container, projection, { entity: "order", filters: { id } })
  return found
}

/** For staff. */
export const unknownOrder = () => new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")

/** What an order's item is called, and what distinguishes it from its siblings. */
export function describeItem(item: OrderContent["items"][number]): { name: string; detail: string } {
  return { name: item.product_title ?? item.title, detail: sizeName(item.variant_title) }
}

/** An order's money before and after discounts, in pence with VAT. */
export function amountsOf({
  items,
  shipping_methods: methods,
}: Pick<OrderContent, "items" | "shipping_methods">) {
  const sum = (rows: readonly { total: number; discount_total: number }[], of: "total" | "discount_total") =>
    rows.reduce((total, row) => total + row[of], 0)
  const applied = [...items, ...methods].flatMap(({ adjustments }) => adjustments.map(({ code }) => code))
  const goodsDiscount = sum(items, "discount_total")
  return {
    /** The goods before discounts. */
    goods: sum(items, "total") + goodsDiscount,
    goodsDiscount,
    /** The delivery after discounts. */
    delivery: sum(methods, "total"),
    deliveryDiscount: sum(methods, "discount_total"),
    codes: [...new Set(applied)].filter((code) => code !== ""),
  }
}

/** What was paid of an order, and what of it was returned, in pence. */
export function paidOf({ payment_collections: all }: z.output<typeof paidOrder>) {
  return {
    captured: all.reduce((sum, { captured_amount }) => sum + captured_amount, 0),
    refunded: all.reduce((sum, { refunded_amount }) => sum + refunded_amount, 0),
  }
}

export const priceBeforeDiscounts = ({ total, discount_total }: OrderContent["items"][number]) =>
  total + discount_total

export function deliveryLines({ shipping_address: to }: Pick<OrderContent, "shipping_address">): string[] {
  if (!to) return []
  const name = [to.first_name, to.last_name].filter(Boolean).join(" ")
  return [name, to.address_1, to.city, to.postal_code, to.phone].filter((line) => line !== "")
}
