import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../../components/ask"

const action = z.enum([
  "request_poll",
  "accept",
  "settle_by_hand",
  "renew_quote",
  "ask_refund_address",
  "record_refund",
  "keep_surplus",
])
export type Action = z.infer<typeof action>

const link = z.string().nullable()
const invoiceSchema = z.object({
  id: z.string(),
  state: z.string(),
  why: z.string().nullable(),
  address: z.string(),
  expiresAt: z.string(),
  lastPollAt: z.string(),
  isCaptured: z.boolean(),
  isByHand: z.boolean(),
  rate: z.string(),
  rateSource: z.string(),
  rateAt: z.string(),
  pricePence: z.number(),
  dueSats: z.string(),
  receivedSats: z.string(),
  receivedPence: z.number(),
  capturedPence: z.number(),
  refundablePence: z.number(),
  refundableSats: z.string(),
  surplusPence: z.number(),
  required: z.number(),
  outputs: z.array(
    z.object({
      txid: z.string(),
      vout: z.number(),
      sats: z.string(),
      status: z.string(),
      confirmations: z.number(),
      seenAt: z.string(),
      url: link,
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      pence: z.number(),
      sats: z.string().nullable(),
      address: z.string().nullable(),
      txid: z.string().nullable(),
      url: link,
      note: z.string().nullable(),
      by: z.string(),
      at: z.string(),
      isRecorded: z.boolean(),
      lastError: z.string().nullable(),
    }),
  ),
  /** What the buyer said, the first word first. */
  refundAddresses: z.array(
    z.object({ address: z.string(), cameBy: z.enum(["link", "account"]), at: z.string() }),
  ),
  isAddressAwaited: z.boolean(),
  history: z.array(
    z.object({ at: z.string(), what: z.string(), detail: z.string().nullable(), by: z.string().nullable() }),
  ),
  failing: z.array(z.object({ kind: z.string(), attempts: z.number(), last_error: z.string().nullable() })),
  claims: z.array(z.object({ transaction_id: z.string(), verdict: z.string(), created_at: z.string() })),
  actions: z.array(action),
})
export type Invoice = z.infer<typeof invoiceSchema>

const panelSchema = z.object({
  panel: z.object({
    id: z.string(),
    number: z.number(),
    method: z.enum(["bitcoin", "card"]),
    paymentStatus: z.object({
      isCancelled: z.boolean(),
      outstandingPence: z.number(),
      isUndone: z.boolean(),
      release: z.object({ by: z.string(), reason: z.string(), at: z.string() }).nullable(),
      mayShip: z.boolean(),
    }),
    invoices: z.array(invoiceSchema),
  }),
})
export type Panel = z.infer<typeof panelSchema>["panel"]

/** States in which the next seconds may bring news. */
const MOVING = ["awaiting_payment", "underpaid", "seen", "confirming", "confirmed"]

/** An order's payment; asked again and again while something may still happen to it. */
export function panelQuery(orderId: string) {
  return queryOptions({
    queryKey: ["bitcoin", "order", orderId],
    queryFn: async ({ signal }) =>
      (await ask(panelSchema, `/admin/bitcoin/orders/${encodeURIComponent(orderId)}`, { signal })).panel,
    refetchInterval: ({ state }) =>
      state.data?.invoices.some(
        (invoice) => invoice.isAddressAwaited || (MOVING.includes(invoice.state) && !invoice.isCaptured),
      )
        ? 5000
        : false,
  })
}

/** Carries a decision out; afterwards everything on the page is read anew, Medusa's own sections too. */
export function useAction() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ path, body }: { path: string; body: object }) =>
      ask(z.unknown(), path, { method: "POST", body }),
    onSettled: () => queries.invalidateQueries(),
  })
}

/** Where a button of an invoice leads. */
export function actionPath(invoiceId: string, button: string): string {
  return `/admin/bitcoin/invoices/${encodeURIComponent(invoiceId)}/${button}`
}
