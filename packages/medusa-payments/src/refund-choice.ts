import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { many, queryGraph } from "./database"

/**
 * What of an order a refund returns, where staff say so: items with their quantities, of which the delivery is one, or an amount at
 * one tax rate (20 is 20 %). The refund's outbox message carries it to Medusa's refund, which keeps it.
 */
export const refundChoice = z.union([
  z.strictObject({
    items: z
      .array(z.strictObject({ id: z.string(), quantity: z.int().min(1) }))
      .min(1)
      .max(500),
  }),
  z.strictObject({ tax_rate: z.number().min(0) }),
])
export type RefundChoice = z.output<typeof refundChoice>

/** The choice in the metadata of Medusa's refund; null: none. */
export const chosenInMetadata = z
  .object({ chosen: refundChoice.optional() })
  .nullish()
  .transform((metadata) => metadata?.chosen ?? null)

const recordedChoice = z
  .object({
    chosen: refundChoice.optional(),
    bitcoin_refund: z.string().optional(),
    card_refund: z.string().optional(),
  })
  .nullish()
  .transform((metadata) =>
    metadata?.chosen === undefined
      ? null
      : { refund_id: metadata.bitcoin_refund ?? metadata.card_refund ?? "", chosen: metadata.chosen },
  )

/** What can be chosen: an item of the order, or its delivery. */
export interface RefundableLine {
  readonly id: string
  readonly title: string
  readonly quantity: number
  /** Of all of them, after discounts and with tax, in whole units of the currency. */
  readonly total: number
  /** Null: a delivery of several rates. */
  readonly tax_rate: number | null
  /** How many came back and were not refunded yet. */
  readonly returned: number
}

const number = z.coerce.number()
const orZero = number.nullish().transform((amount) => amount ?? 0)
const taxed = { id: z.string(), total: number, tax_lines: many(z.object({ rate: number })) }
const orderRow = z.object({
  /** Medusa calculates the lines' totals only with the order's. */
  total: number,
  items: z.array(
    z.object({
      ...taxed,
      title: z.string(),
      product_title: z.string().nullable(),
      variant_title: z.string().nullable(),
      quantity: number,
      /** What came back, sound or damaged, is no part of the total any more. */
      return_received_total: orZero,
      return_dismissed_total: orZero,
      detail: z.object({ return_received_quantity: number, return_dismissed_quantity: number }),
    }),
  ),
  shipping_methods: many(z.object({ ...taxed, name: z.string() })),
  payment_collections: many(
    z.object({
      payments: many(z.object({ refunds: many(z.object({ metadata: z.unknown().pipe(recordedChoice) })) })),
    }),
  ),
})

/** What staff chose of a refund that Medusa has: items, or a tax rate. */
export interface RefundedChoice {
  /** The method's own id. */
  readonly refund_id: string
  readonly items: readonly { readonly title: string; readonly quantity: number }[]
  readonly tax_rate: number | null
}

type ReadReturned = (
  container: MedusaContainer,
  orderId: string,
) => Promise<readonly { readonly id: string; readonly quantity: number }[]>
let readReturned: ReadReturned = async () => []

/** For an application that takes goods back without Medusa's returns. */
export function defineReturnedItems(read: ReadReturned): void {
  readReturned = read
}

/** The order's lines that cost something, and what was chosen of its refunds; none: there is no such order. */
export async function readRefundable(
  container: MedusaContainer,
  orderId: string,
): Promise<{ readonly lines: readonly RefundableLine[]; readonly chosen: readonly RefundedChoice[] }> {
  const [[order], back] = await Promise.all([
    queryGraph(container, orderRow, { entity: "order", filters: { id: orderId } }),
    readReturned(container, orderId),
  ])
  if (order === undefined) return { lines: [], chosen: [] }
  const choices = order.payment_collections
    .flatMap(({ payments }) => payments)
    .flatMap(({ refunds }) => refunds)
    .flatMap(({ metadata }) => metadata ?? [])
  const refunded = choices.flatMap(({ chosen }) => ("items" in chosen ? chosen.items : []))
  const items = order.items.map(({ id, quantity, tax_lines, detail, ...item }) => {
    const total = item.total + item.return_received_total + item.return_dismissed_total
    const { return_received_quantity: sound, return_dismissed_quantity: damaged } = detail
    const returned = Math.max(sound + damaged, countOf(back, id)) - countOf(refunded, id)
    const title = [item.product_title ?? item.title, item.variant_title].filter(Boolean).join(", ")
    return { id, title, quantity, total, tax_rate: sumOf(tax_lines), returned: Math.max(0, returned) }
  })
  // Medusa returns them in any sequence.
  items.sort((one, other) => one.title.localeCompare(other.title))
  const deliveries = order.shipping_methods.map(({ id, name: title, total, tax_lines: rates }) => {
    return { id, title, quantity: 1, total, tax_rate: rates.length > 1 ? null : sumOf(rates), returned: 0 }
  })
  const titleOf = (id: string) => [...items, ...deliveries].find((line) => line.id === id)?.title ?? id
  return {
    lines: [...items, ...deliveries].filter(({ total }) => total > 0),
    chosen: choices.map(({ refund_id, chosen }) => ({
      refund_id,
      items:
        "items" in chosen ? chosen.items.map(({ id, quantity }) => ({ title: titleOf(id), quantity })) : [],
      tax_rate: "items" in chosen ? null : chosen.tax_rate,
    })),
  }
}

const countOf = (items: readonly { id: string; quantity: number }[], id: string) =>
  items.filter((item) => item.id === id).reduce((count, { quantity }) => count + quantity, 0)

const sumOf = (lines: readonly { rate: number }[]) => lines.reduce((sum, { rate }) => sum + rate, 0)

/** A repeated choice stays valid: what was refunded before does not count. @throws MedusaError */
export async function assertRefundChoice(
  container: MedusaContainer,
  orderId: string,
  choice: RefundChoice | undefined,
): Promise<void> {
  if (choice === undefined) return
  const { lines } = await readRefundable(container, orderId)
  const isKnown =
    "items" in choice
      ? choice.items.every(({ id, quantity }) =>
          lines.some((line) => line.id === id && quantity <= line.quantity),
        )
      : lines.some((line) => line.tax_rate === choice.tax_rate)
  if (!isKnown)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "The order has no such items, not so many, or no such tax rate. Load the page again.",
    )
}
