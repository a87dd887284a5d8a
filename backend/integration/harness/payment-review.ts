import { randomUUID } from "node:crypto"
import { z } from "zod"
import type { Staff } from "./staff"

const invoiceSchema = z.object({
  id: z.string(),
  state: z.string(),
  address: z.string(),
  why: z.string().nullable(),
  isCaptured: z.boolean(),
  receivedSats: z.string(),
  receivedPence: z.number(),
  capturedPence: z.number(),
  refundablePence: z.number(),
  surplusPence: z.number(),
  dueSats: z.string(),
  refundAddresses: z.array(z.object({ address: z.string(), cameBy: z.string() })),
  isAddressAwaited: z.boolean(),
  outputs: z.array(z.object({ txid: z.string(), confirmations: z.number() })),
  refunds: z.array(
    z.object({ pence: z.number(), txid: z.string().nullable(), by: z.string(), isRecorded: z.boolean() }),
  ),
  history: z.array(z.object({ what: z.string(), detail: z.string().nullable(), by: z.string().nullable() })),
  actions: z.array(z.string()),
})
const panelSchema = z.object({
  panel: z.object({
    method: z.enum(["bitcoin", "card"]),
    paymentStatus: z.object({
      isCancelled: z.boolean(),
      outstandingPence: z.number(),
      mayShip: z.boolean(),
      release: z.object({ by: z.string(), reason: z.string() }).nullable(),
    }),
    invoices: z.array(invoiceSchema),
  }),
})
export type Panel = z.infer<typeof panelSchema>["panel"]

const overviewSchema = z.object({
  overview: z.object({
    inbox: z.array(
      z.object({
        kind: z.string(),
        order_id: z.string(),
        pence: z.number().nullable(),
        why: z.string(),
        actions: z.array(z.string()),
      }),
    ),
    done: z.array(
      z.object({ order_id: z.string(), what: z.string(), by: z.string(), reason: z.string().nullable() }),
    ),
    needs: z.array(z.string()),
    addresses: z.array(z.string()),
    source: z.array(z.object({ height: z.number().nullable() })),
    lag: z.number().nullable(),
  }),
})

/** The staff actions on payments, through the admin pages' API. */
export interface PaymentReview {
  panel(orderId: string): Promise<Panel>
  /** The order's one invoice, or the newest. */
  invoice(orderId: string): Promise<Panel["invoices"][number]>
  /** Presses a button of an invoice: `accept`, `refunds`, …. @param body with a `key` of its own unless it names one */
  run(invoiceId: string, button: string, body?: object): Promise<Panel>
  inboxOf(orderId: string): Promise<z.infer<typeof overviewSchema>["overview"]["inbox"]>
  overview(): Promise<z.infer<typeof overviewSchema>["overview"]>
}

export function paymentReviewOf(staff: Staff): PaymentReview {
  const panel = async (orderId: string) =>
    (await staff.get(panelSchema, `/admin/bitcoin/orders/${orderId}`)).panel
  const overview = async () => (await staff.get(overviewSchema, "/admin/bitcoin/overview")).overview
  return {
    panel,
    overview,
    invoice: async (orderId) => {
      const [newest] = (await panel(orderId)).invoices
      if (!newest) throw new Error(`Order ${orderId} has no invoice.`)
      return newest
    },
    run: async (invoiceId, button, body = {}) => {
      const pressed = { key: randomUUID(), ...body }
      return (await staff.post(panelSchema, `/admin/bitcoin/invoices/${invoiceId}/${button}`, pressed)).panel
    },
    inboxOf: async (orderId) => (await overview()).inbox.filter(({ order_id }) => order_id === orderId),
  }
}
