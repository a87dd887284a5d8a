import { z } from "zod"

const amount = z.coerce.number()
export const orderRow = z.object({
  id: z.string(),
  status: z.string(),
  email: z.string(),
  total: amount,
  /** Staff's refunds lower the total by it. */
  credit_line_total: amount,
  /** The paid amount according to Medusa. */
  summary: z.object({ paid_total: amount, pending_difference: amount }),
  items: z.array(
    z.object({
      id: z.string(),
      variant_id: z.string(),
      quantity: amount,
      detail: z.object({ fulfilled_quantity: amount }),
    }),
  ),
  payment_collections: z.array(
    z.object({
      captured_amount: amount.nullish(),
      payments: z
        .array(
          z.object({
            id: z.string(),
            captures: z.array(z.object({ amount })),
            refunds: z.array(z.object({ amount })).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
})
export const ordersAnswer = z.object({ orders: z.array(orderRow), count: z.number() })
export const levelsAnswer = z.object({
  inventory_levels: z.array(z.object({ stocked_quantity: amount, reserved_quantity: amount })),
})

export const invoiceRow = z.object({
  id: z.string(),
  order_id: z.string(),
  wallet_id: z.string(),
  address_index: z.number(),
  address: z.string(),
  state: z.string(),
  due: z.coerce.bigint(),
  received: z.coerce.bigint(),
  is_captured: z.boolean(),
  /** What it asked for. */
  pence: z.coerce.number(),
  created_at: z.date(),
  /** What the shop saw and decided, for the failure message. */
  history: z.array(z.string()).nullable(),
})
export const cardPaymentRow = z.object({
  id: z.string(),
  order_id: z.string(),
  state: z.string(),
  closed_how: z.string().nullable(),
  is_captured: z.boolean(),
  pence: z.number(),
  created_at: z.date(),
})
export const outputRow = z.object({
  address: z.string(),
  txid: z.string(),
  vout: z.number(),
  sats: z.coerce.bigint(),
  /** Seen first in a block no higher than the chain at the order's opening: only a reorganisation does that to a buyer's money. */
  is_earlier: z.boolean(),
})
export const mailRow = z.object({
  key: z.string(),
  order_id: z.string().nullable(),
  to: z.string(),
  template: z.string(),
  attempts: z.number(),
})
export const idsRow = z.object({ order_id: z.string(), cart_id: z.string() })
export const reservationRow = z.object({
  line_item_id: z.string(),
  quantity: amount,
  /** For the failure message. */
  of: z.string().nullable(),
})
export const messageRow = z.object({
  payment_id: z.string(),
  kind: z.string(),
  last_error: z.string().nullable(),
})
export const refundRow = z.object({ address: z.string(), sats: z.coerce.bigint() })
export const openCaseRow = z.object({ order_id: z.string() })
export const walletRow = z.object({ id: z.string(), next_index: z.number() })
