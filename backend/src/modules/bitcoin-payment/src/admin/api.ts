import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { z } from "zod"
import type { RefundableLine, RefundChoice, RefundedChoice } from "medusa-payments/refund-choice"
import type { DescribedAction, DescribedPayment } from "medusa-payments/review"
import { INVOICE_STATES } from "../domain/invoice"
import { STAFF_ACTIONS } from "../domain/action-forms"
import { REFUND_BASES, type RefundBasis } from "../domain/refund-satoshis"

const CLAIM_VERDICTS = ["unverifiable", "pending", "pays", "mismatch", "not_found", "unknown"] as const

const digits = z.string().regex(/^\d+$/)
const decimal = z.string().regex(/^\d+(\.\d+)?$/)

const bitcoinSchema = z.object({
  method: z.literal("bitcoin"),
  id: z.string(),
  state: z.enum(INVOICE_STATES),
  reasons: z.array(z.string()),
  dispute: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  last_poll_at: z.string(),
  address: z.string(),
  currency: z.string(),
  price: decimal,
  rate: decimal,
  rate_source: z.string(),
  rate_at: z.string(),
  due_sats: digits,
  received_sats: digits,
  missing_sats: digits,
  arrived: decimal,
  received_today: decimal.nullable(),
  captured: z.boolean(),
  captured_amount: decimal,
  by_hand: z.boolean(),
  closed: z.string().nullable(),
  refundable: decimal,
  refundable_sats: digits,
  refundable_surplus: decimal,
  refundable_surplus_sats: z.string(),
  rate_today: decimal.nullable(),
  surplus: decimal,
  refund_due: z.object({ amount: decimal, sats: digits, is_known: z.boolean() }),
  confirmations: z.number(),
  required_confirmations: z.number(),
  outputs: z.array(
    z.object({
      txid: z.string(),
      vout: z.number(),
      url: z.string().nullable(),
      sats: digits,
      status: z.enum(["mempool", "confirmed", "conflicted", "gone", "settled"]),
      confirmations: z.number(),
      seen_at: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: decimal,
      txid: z.string().nullable(),
      url: z.string().nullable(),
      sats: digits.nullable(),
      basis: z.enum(REFUND_BASES).nullable(),
      address: z.string().nullable(),
      preimage: z.string().nullable(),
      note: z.string().nullable(),
      by: z.string(),
      at: z.string(),
    }),
  ),
  unrecorded_refunds: z.array(z.object({ id: z.string(), error: z.string().nullable() })),
  refund_addresses: z.array(
    z.object({ address: z.string(), came_by: z.enum(["link", "account"]), at: z.string() }),
  ),
  is_refund_address_awaited: z.boolean(),
  audit_entries: z.array(
    z.object({
      action: z.enum(STAFF_ACTIONS),
      reason: z.string().nullable(),
      by: z.string(),
      at: z.string(),
    }),
  ),
  transitions: z.array(
    z.object({ state: z.enum(INVOICE_STATES), block: z.number().nullable(), at: z.string() }),
  ),
  claims: z.array(z.object({ transaction_id: z.string(), verdict: z.enum(CLAIM_VERDICTS), at: z.string() })),
  failing: z.array(z.object({ task: z.string(), attempts: z.number(), error: z.string() })),
  actions: z.array(z.enum(STAFF_ACTIONS)),
})
export type BitcoinPayment = z.output<typeof bitcoinSchema>

const actionSchema = z.object({
  action: z.string(),
  asks: z.enum(["reason", "refund"]),
  case_id: z.string().nullable(),
  button: z.string(),
  title: z.string(),
  effect: z.string(),
  confirm: z.string(),
}) satisfies z.ZodType<DescribedAction>

const describedSchema = z.object({
  id: z.string(),
  method: z.string(),
  title: z.string(),
  state: z.string(),
  captured: z.boolean(),
  created_at: z.string(),
  currency: z.string(),
  label: z.object({ text: z.string(), colour: z.enum(["green", "blue", "orange", "red", "grey"]) }),
  is_pending: z.boolean(),
  notes: z.array(z.string()),
  cases: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      next: z.string(),
      detail: z.string(),
      amount: decimal,
      respond_by: z.string().nullable(),
      action: actionSchema,
    }),
  ),
  amounts: z.array(z.object({ name: z.string(), amount: decimal })),
  facts: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["text", "time", "id"]),
      value: z.string(),
      url: z.string().nullable(),
    }),
  ),
  refundable: decimal,
  refund_due: z.object({ amount: decimal }),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: decimal,
      status: z.string(),
      note: z.string(),
      by: z.string(),
      at: z.string(),
      error: z.string().nullable(),
      is_final: z.boolean(),
    }),
  ),
  actions: z.array(actionSchema),
  timeline: z.array(
    z.object({
      at: z.string(),
      what: z.string(),
      detail: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
  failing: z.array(z.object({ task: z.string(), attempts: z.number(), error: z.string() })),
}) satisfies z.ZodType<DescribedPayment>

const lineSchema = z.object({
  id: z.string(),
  title: z.string(),
  quantity: z.number(),
  total: z.number(),
  tax_rate: z.number().nullable(),
  returned: z.number(),
}) satisfies z.ZodType<RefundableLine>

const chosenSchema = z.object({
  refund_id: z.string(),
  items: z.array(z.object({ title: z.string(), quantity: z.number() })),
  tax_rate: z.number().nullable(),
}) satisfies z.ZodType<RefundedChoice>

/** A payment by any method, what of its order can be refunded, and what was. Those in Bitcoin are described here, in the admin's language. */
export type Payment = (BitcoinPayment | DescribedPayment) & {
  readonly lines: readonly RefundableLine[]
  readonly chosen: readonly RefundedChoice[]
}
export const isBitcoin = <One extends { readonly method: string }>(
  payment: One,
): payment is Extract<One, { readonly method: "bitcoin" }> => payment.method === "bitcoin"

const paymentsSchema = z
  .object({
    payments: z.array(z.union([bitcoinSchema, describedSchema])),
    lines: z.array(lineSchema),
    chosen: z.array(chosenSchema),
  })
  .transform(({ payments, ...ofOrder }) => ({
    payments: payments.map((payment) => ({ ...payment, ...ofOrder })),
  }))

const overviewSchema = z.object({
  cases: z.array(
    z.object({
      order_id: z.string(),
      display_id: z.number().nullable(),
      since: z.string(),
      reasons: z.array(z.string()),
    }),
  ),
  has_more: z.boolean(),
  watcher: z.object({ ok: z.boolean(), last_poll_at: z.string().nullable(), failure: z.string().nullable() }),
})

/**
 * Below Medusa's own key of the order: what Medusa's page changes refetches it too. Followed as long as it is shown: money may come
 * late or be undone, and a buyer may choose another method.
 */
export function paymentsQuery(orderId: string) {
  return queryOptions({
    queryKey: ["orders", "detail", orderId, "payments"],
    queryFn: ({ signal }) =>
      call(paymentsSchema, `/admin/orders/${encodeURIComponent(orderId)}/payments`, { signal }),
    refetchInterval: 5000,
  })
}

export const overviewQuery = queryOptions({
  queryKey: ["bitcoin-payments", "overview"],
  queryFn: ({ signal }) => call(overviewSchema, "/admin/bitcoin-payments/overview", { signal }),
  refetchInterval: 60_000,
})

export interface ActionRequest {
  action: string
  /** One for each opened dialog: a second click or a retry is the same action. */
  idempotency_key: string
  reason: string | null
  case_id?: string
  refund?: {
    amount: number
    bitcoin?: { sats: string; basis: RefundBasis; address: string; txid: string }
    lightning?: { sats: string; basis: RefundBasis; destination: string; invoice: string; preimage: string }
    chosen?: RefundChoice
  }
}

/** Afterwards every query of the page is fetched again, Medusa's own too. `poll` has the outside asked now. */
export function usePerformAction(paymentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ActionRequest | { action: "poll" }) =>
      call(z.unknown(), `/admin/payments/${encodeURIComponent(paymentId)}/actions`, { body }),
    onSettled: () => queries.invalidateQueries(),
  })
}

export class CallError extends Error {
  constructor(
    /** Stable; null where the server gave none. `unclear`: a change may have been made. */
    readonly code: string | null,
    message: string,
    /** What a cancelled order cannot have again. */
    readonly missing: z.output<typeof rejectionSchema>["missing"] = [],
  ) {
    super(message)
  }
}

const rejectionSchema = z.object({
  code: z.string().optional(),
  message: z.string(),
  missing: z.array(z.object({ title: z.string(), ordered: z.number(), left: z.number() })).default([]),
})

const unclear = () => new CallError("unclear", "No clear answer came back.")

// The admin's build replaces these by what its configuration says.
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: string | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

/** Medusa's own client drops the code of an error. @throws CallError */
export async function call<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal },
): Promise<z.output<Schema>> {
  const base = (__BACKEND_URL__ ?? "").replace(/\/$/, "")
  const token =
    __AUTH_TYPE__ === "jwt" && localStorage.getItem(__JWT_TOKEN_STORAGE_KEY__ ?? "medusa_auth_token")
  const response = await fetch(`${base}${path}`, {
    credentials: "include",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw body ? unclear() : error
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const { data } = rejectionSchema.safeParse(answer)
    // 503: the server says that it did not begin.
    if (body && response.status >= 500 && !(response.status === 503 && data)) throw unclear()
    throw new CallError(data?.code ?? null, data?.message ?? `HTTP ${response.status}`, data?.missing)
  }
  const read = schema.safeParse(answer)
  if (!read.success && body) throw unclear()
  if (!read.success) throw new CallError("unreadable", z.prettifyError(read.error))
  return read.data
}
