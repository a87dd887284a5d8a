import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  satoshis,
  STAFF_ACTIONS,
  type StaffAction,
  toMinorUnits,
  type StaffCommand,
} from "../modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { assertPerformed, rejected } from "./action-rejections"
import { assertNoOpenChange, withPaymentLocked } from "medusa-payments/workflows"
import { queryGraph } from "medusa-payments/database"
import { performOnOpenOrder } from "./reinstate-order"
import { bitcoinTopics } from "./settle"
import { SHORTEST_REASON } from "../texts"

const refundSchema = z.object({
  /** How much of the payment it returns, in its currency. */
  amount: z.number().positive(),
  /** What was sent and where; left out when money was sent back in another way, which the reason says. */
  bitcoin: z
    .object({
      sats: z.string().regex(/^[1-9]\d{0,15}$/, "Write whole satoshis."),
      address: z
        .string()
        .trim()
        .regex(/^[a-zA-Z0-9]{14,100}$/, "That is not a Bitcoin address."),
      txid: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[0-9a-f]{64}$/, "That is not a transaction id: it has 64 digits from 0 to f."),
    })
    .optional(),
})

const NEED_REASON: ReadonlySet<StaffAction> = new Set([
  "settle_by_hand",
  "keep_surplus",
  "explain_earlier_money",
])

/** The body of an action. A key that was carried out before changes nothing. */
export const actionSchema = z
  .object({
    action: z.enum(STAFF_ACTIONS),
    idempotency_key: z.string().regex(/^[\w-]{8,64}$/, "An idempotency key has 8 to 64 letters and digits."),
    reason: z.string().trim().max(500, "Keep it below 500 characters.").nullable().default(null),
    refund: refundSchema.optional(),
  })
  .refine(
    ({ action, refund }) => (action === "record_refund") === (refund !== undefined),
    "record_refund, and no other action, needs `refund`",
  )
  .refine(({ action, reason }) => !NEED_REASON.has(action) || saysSomething(reason), {
    path: ["reason"],
    message: "Say why, in a few words.",
  })
  .refine(
    ({ refund, reason }) => refund === undefined || refund.bitcoin !== undefined || saysSomething(reason),
    {
      path: ["reason"],
      message: "Say how it was paid back.",
    },
  )

const saysSomething = (reason: string | null) => (reason ?? "").length >= SHORTEST_REASON

const userRow = z.object({ id: z.string(), email: z.string() })

/**
 * Performs what a member of staff decided about an invoice, once for each idempotency key, and waits for the first attempt at what
 * follows: staff see the capture or the refund at once, and the worker retries what fails.
 * @returns the order's id
 * @throws MedusaError `not_found`, `forbidden`, or `not_allowed` with a sentence for staff, such as OutOfStock; BitcoinUnavailable.
 * Then nothing has changed
 */
export async function performAction(
  container: MedusaContainer,
  invoiceId: string,
  userId: string,
  request: z.output<typeof actionSchema>,
): Promise<string> {
  const { settlement, reviewService, orderPolls } = container.resolve(BITCOIN_PAYMENT)
  const invoice = await settlement.invoice(invoiceId)
  if (invoice === null) throw rejected("no_invoice")
  const { orderId, currency } = invoice
  const [by] = await queryGraph(container, userRow, {
    entity: "user",
    fields: ["id", "email"],
    filters: { id: userId },
  })
  if (by === undefined)
    throw new MedusaError(
      MedusaError.Types.FORBIDDEN,
      "This is decided by a member of staff, under their name.",
    )
  const common = { idempotencyKey: request.idempotency_key, reason: request.reason, by }
  const command: StaffCommand =
    request.action === "record_refund"
      ? { ...common, action: request.action, refund: refundOf(request, currency) }
      : { ...common, action: request.action }
  // A buyer who has paid late would be asked for the full amount once more.
  if (command.action === "renew_quote") await orderPolls.now(orderId)
  await withPaymentLocked(container, orderId, async () => {
    if (CHANGE_AMOUNTS.has(command.action)) await assertNoOpenChange(container, orderId)
    if (NEED_OPEN_ORDER.has(command.action)) await performOnOpenOrder(container, invoice, command)
    else assertPerformed(await reviewService.perform(invoiceId, command))
  })
  await container.resolve(OUTBOX).processOrder(bitcoinTopics(container), orderId, EFFECTS_TIMEOUT_MS)
  return orderId
}

/** Has the chain asked about a payment now. @throws BitcoinUnavailable while its source does not answer */
export async function pollPayment(container: MedusaContainer, invoiceId: string): Promise<void> {
  const { settlement, orderPolls } = container.resolve(BITCOIN_PAYMENT)
  const invoice = await settlement.invoice(invoiceId)
  if (invoice === null) throw rejected("no_invoice")
  await orderPolls.now(invoice.orderId)
}

const EFFECTS_TIMEOUT_MS = 5000

/** Actions after which the order is captured or waits for its payment again. */
const NEED_OPEN_ORDER: ReadonlySet<string> = new Set(["accept", "settle_by_hand", "renew_quote"])

/** Actions that may change what the order costs, which Medusa refuses while a change of it is open. */
const CHANGE_AMOUNTS: ReadonlySet<string> = new Set(["accept", "settle_by_hand", "record_refund"])

function refundOf({ refund, reason }: z.output<typeof actionSchema>, currency: string) {
  if (refund === undefined)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, "A refund needs its amount.")
  const { amount, bitcoin } = refund
  return {
    amountMinor: toMinorUnits(amount, currency),
    note: reason,
    method:
      bitcoin === undefined
        ? ({ kind: "money" } as const)
        : ({
            kind: "bitcoin",
            sats: satoshis(BigInt(bitcoin.sats)),
            address: bitcoin.address,
            txid: bitcoin.txid,
          } as const),
  }
}
