import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { actionBody, cardRefund, orderPayments, type BitcoinPayment } from "../harness/payment-review"
import { STAFF } from "../harness/settings"
import type { BuyerContext, StaffHeaders } from "./buyer"
import type { Quote } from "./observer"
import { sendOnce, sendUntilAnswered } from "./send-with-retry"

/** At whichever server answers. */
export async function signInAsStaff(shop: BuyerContext["shop"]): Promise<StaffHeaders> {
  const schema = z.object({ token: z.string() })
  const options = { method: "POST" as const, body: STAFF }
  const answer = await sendUntilAnswered(shop, schema, "/auth/user/emailpass", options)
  if (!answer.ok) throw new Error(`Staff cannot sign in: ${answer.text}`)
  return { authorization: `Bearer ${answer.value.token}` }
}

/** Repeats until the shop answers. */
export const askAsStaff = <Schema extends z.core.$ZodType>(
  { shop, staffHeaders: headers }: BuyerContext,
  schema: Schema,
  path: string,
  options: { method?: "POST" | "DELETE"; body?: object } = {},
) => sendUntilAnswered(shop, schema, path, { ...options, headers })

const RETRY_DELAY_MS = 500

/** Tries until the shop answers. @returns null: refused after an attempt without an answer, which may have done it */
export async function cancelAsStaff(context: BuyerContext, orderId: string): Promise<boolean | null> {
  const headers = context.staffHeaders
  const path = `/admin/orders/${orderId}/cancel`
  for (let attempt = 0; ; attempt += 1) {
    const answer = await sendOnce(context.shop, z.unknown(), path, { method: "POST", headers, body: {} })
    if (answer !== null) return answer.ok || (attempt === 0 ? false : null)
    await pause(RETRY_DELAY_MS)
  }
}

/** Staff have sent back everything that is final at a quote's address, and record it. @returns how much, in satoshis */
export async function refundAll(context: BuyerContext, { orderId, address }: Quote): Promise<bigint> {
  const headers = context.staffHeaders
  const answered = await sendUntilAnswered(context.shop, orderPayments, `/admin/orders/${orderId}/payments`, {
    headers,
  })
  const invoice = answered.ok && answered.value.bitcoin.find((one) => one.address === address)
  if (!invoice || invoice.refundablePence === 0) return 0n
  // The shop may have captured it when the refund is recorded, or cancels the order instead.
  if (invoice.state === "confirmed" && !invoice.isCaptured)
    context.observer.refundedBeforeCapture.add(orderId)
  const answer = await sendUntilAnswered(context.shop, z.unknown(), `/admin/payments/${invoice.id}/actions`, {
    method: "POST",
    headers,
    body: refundOf(invoice),
  })
  return answer.ok ? BigInt(invoice.refundableSats) : 0n
}

/** Staff send back a part of a captured payment. @returns whether the shop recorded it */
export async function refundPart(
  context: BuyerContext,
  orderId: string,
  paymentId: string,
  pence: number,
): Promise<boolean> {
  const answered = await askAsStaff(context, orderPayments, `/admin/orders/${orderId}/payments`)
  const payment = answered.ok && answered.value.bitcoin.find(({ id }) => id === paymentId)
  // It was sent back, or left the chain, after the inbox had named it.
  if (payment && payment.refundablePence === 0) return false
  const sats = payment
    ? (BigInt(payment.refundableSats) * BigInt(pence)) / BigInt(payment.refundablePence)
    : 0n
  const body = payment
    ? refundOf({ id: paymentId, refundablePence: pence, refundableSats: String(sats) })
    : cardRefund(pence, paymentId)
  const path = `/admin/payments/${paymentId}/actions`
  const { ok } = await askAsStaff(context, z.unknown(), path, { method: "POST", body })
  if (ok && payment) context.observer.refunds.set(payment.address, sats)
  return ok
}

/** The same key each time: a repeated request is carried out once. */
function refundOf({
  id,
  refundablePence: pence,
  refundableSats: sats,
}: Pick<BitcoinPayment, "id" | "refundablePence" | "refundableSats">) {
  const txid = Buffer.from(id).toString("hex").padEnd(64, "0").slice(-64)
  const address = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"
  return actionBody({
    action: "record_refund",
    idempotencyKey: id,
    refund: { method: "bitcoin", pence, sats, address, txid },
  })
}
