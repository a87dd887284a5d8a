import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readBody } from "medusa-payments/read-input"
import { assertRefundChoice, refundChoice } from "medusa-payments/refund-choice"
import {
  ActionRefusal,
  definePaymentMethod,
  idempotencyKey,
  reason,
  type StaffMember,
} from "medusa-payments/review"
import {
  ACTIONS,
  BITCOIN_PAYMENT,
  BitcoinUnavailable,
  paymentHashOf,
  REFUND_BASES,
  satoshis,
  STAFF_ACTIONS,
  toMinorUnits,
  type RefundMethod,
  type StaffCommand,
} from "../modules/bitcoin-payment"
import { assertPerformed, rejected } from "./action-rejections"
import { assertNoOpenChange, OutOfStock, withPaymentLocked } from "medusa-payments/workflows"
import { closedBitcoinCases, openBitcoinCases, ordersWithBitcoinCases } from "./open-cases"
import { paymentsOfOrder } from "./read-payments"
import { performOnOpenOrder } from "./reinstate-order"
import { bitcoinTopics } from "./settle"
import { SHORTEST_REASON } from "../texts"

const sats = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, "Write whole satoshis.")
  .transform((digits) => satoshis(BigInt(digits)))
const digits64 = (error: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, error)

const basis = z.enum(REFUND_BASES).default("satoshis")

const refundSchema = z.object({
  /** How much of the payment it returns, in its currency. */
  amount: z.number().positive(),
  /** Left out when money was sent back in another way, which the reason says. */
  bitcoin: z
    .object({
      ...{ sats, basis },
      address: z
        .string()
        .trim()
        .regex(/^[a-zA-Z0-9]{14,100}$/, "That is not a Bitcoin address."),
      txid: digits64("That is not a transaction id: it has 64 digits from 0 to f."),
    })
    .optional(),
  /** Paid by Lightning to the buyer's destination: the invoice that its server gave, and the preimage that paying it brought. */
  lightning: z
    .object({
      ...{ sats, basis },
      destination: z.string().trim().min(1, "Write where it went.").max(2048),
      invoice: z.string().trim().toLowerCase().max(4096),
      preimage: digits64("That is not a preimage: it has 64 digits from 0 to f."),
    })
    .optional(),
  chosen: refundChoice.optional(),
})

/** A key that was carried out before changes nothing. */
const actionSchema = z
  .object({
    action: z.enum(STAFF_ACTIONS),
    idempotency_key: idempotencyKey,
    reason: reason.nullable().default(null),
    refund: refundSchema.optional(),
  })
  .refine(
    ({ action, refund }) => (action === "record_refund") === (refund !== undefined),
    "record_refund, and no other action, needs `refund`",
  )
  .refine(({ action, reason }) => ACTIONS[action].reason !== "required" || saysSomething(reason), {
    path: ["reason"],
    message: "Say why, in a few words.",
  })
  .refine(
    ({ refund, reason }) =>
      refund === undefined || methodOf(refund).kind === "bitcoin" || saysSomething(reason),
    {
      path: ["reason"],
      message: "Say how it was paid back.",
    },
  )

const saysSomething = (reason: string | null) => (reason ?? "").length >= SHORTEST_REASON

const isPoll = z.object({ action: z.literal("poll") })

/** @throws MedusaError, BitcoinUnavailable or OutOfStock; then nothing has changed */
export async function perform(
  container: MedusaContainer,
  invoiceId: string,
  by: StaffMember,
  body: unknown,
): Promise<void> {
  const { settlement, reviewService, orderPolls, books } = container.resolve(BITCOIN_PAYMENT)
  const invoice = await settlement.invoice(invoiceId)
  if (invoice === null) throw rejected("no_invoice")
  const { orderId, currency } = invoice
  const request = isPoll.safeParse(body).success ? null : readBody(actionSchema, body)
  // A buyer who has paid late would be asked for the full amount once more.
  if (request === null || request.action === "renew_quote") await orderPolls.now(orderId)
  if (request === null) return
  if (request.refund !== undefined) await books.keepRate(currency)
  await assertRefundChoice(container, orderId, request.refund?.chosen)
  const common = { idempotencyKey: request.idempotency_key, reason: request.reason, by }
  const command: StaffCommand =
    request.action === "record_refund"
      ? { ...common, action: request.action, refund: refundOf(request, currency) }
      : { ...common, action: request.action }
  await withPaymentLocked(container, orderId, async () => {
    if (ACTIONS[command.action].changesAmounts) await assertNoOpenChange(container, orderId)
    if (ACTIONS[command.action].reopens) await performOnOpenOrder(container, invoice, command)
    else assertPerformed(await reviewService.perform(invoiceId, command))
  })
}

function refundOf({ refund, reason }: z.output<typeof actionSchema>, currency: string) {
  if (refund === undefined)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, "A refund needs its amount.")
  const { amount, chosen } = refund
  return { amountMinor: toMinorUnits(amount, currency), note: reason, chosen, method: methodOf(refund) }
}

function methodOf({ bitcoin, lightning }: z.output<typeof refundSchema>): RefundMethod {
  if (bitcoin !== undefined) return { kind: "bitcoin", ...bitcoin }
  if (lightning === undefined) return { kind: "money" }
  const { destination: address, invoice: bolt11, preimage, ...amount } = lightning
  const txid = paymentHashOf(preimage)
  return { kind: "bitcoin", ...amount, address, txid, lightning: { bolt11, preimage } }
}

/** As Medusa answers `not_allowed`. */
const HTTP_REJECTED = 400

function refusalOf(error: unknown): unknown {
  if (error instanceof OutOfStock) {
    const { type, code, message, missing } = error
    return new ActionRefusal(HTTP_REJECTED, { type, code, message, missing })
  }
  return error instanceof BitcoinUnavailable ? new ActionRefusal(error.status, error.answer) : error
}

definePaymentMethod({
  id: "bitcoin",
  topics: bitcoinTopics,
  unmarked: async (container, orderId) => container.resolve(BITCOIN_PAYMENT).settlement.unmarked(orderId),
  payments: paymentsOfOrder,
  ordersWithCases: ordersWithBitcoinCases,
  openCases: openBitcoinCases,
  closedCases: closedBitcoinCases,
  orderOf: async (container, id) =>
    (await container.resolve(BITCOIN_PAYMENT).settlement.invoice(id))?.orderId ?? null,
  perform: async (...action) => {
    try {
      await perform(...action)
    } catch (error) {
      throw refusalOf(error)
    }
  },
})
