import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { querySql } from "medusa-payments/database"
import { findMember, idempotencyKey } from "medusa-payments/review"
import {
  BITCOIN_PAYMENT,
  FEE_RATES,
  formatMinorUnits,
  fromMinorUnits,
  isSendable,
  kindOf,
  RECORDED,
  REFUND_BASES,
  refundDue,
  refundSatoshis,
  satoshis,
  type BatchRejection,
  type BatchResult,
  type RefundBasis,
  type Satoshis,
} from "../modules/bitcoin-payment"
import { BATCH_REJECTION_TEXTS } from "../texts"
import { rejectionCode } from "./action-rejections"
import { openBitcoinCases } from "./open-cases"
import { perform } from "./register-bitcoin-method"

/** A refund whose amount the order says and whose address the buyer gave: nothing of it is to be typed. */
interface DueRefund {
  readonly invoiceId: string
  readonly orderId: string
  readonly number: number | null
  readonly address: string
  /** The buyer gave another one before. */
  readonly isChanged: boolean
  readonly sats: Satoshis
  /** What is worth the amount today; null: there is no rate, or too few or too many satoshis. */
  readonly satsToday: Satoshis | null
  readonly amountMinor: bigint
  readonly currency: string
  /** Whether so many satoshis can be sent and recorded. */
  readonly isSendable: (sats: Satoshis, basis: RefundBasis) => boolean
}

async function refundsDue(container: MedusaContainer): Promise<DueRefund[]> {
  const cases = (await openBitcoinCases(container, null)).filter(({ kind }) => kind !== "failing")
  const orders = [...new Set(cases.map(({ orderId }) => orderId))]
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const all = await bitcoin.reviewService.detailsOfOrders(orders)
  const due = all.map(async (details) => {
    const { invoice, refundAddresses, refundable } = details
    const own = cases.filter(({ paymentId }) => paymentId === invoice.id)
    const owed = own.find(({ kind }) => kind === "owed")?.amountMinor ?? 0n
    const { amountMinor, sats, isKnown } = refundDue(details, owed)
    const address = refundAddresses.at(-1)?.address
    const isReady = own.length > 0 && isKnown && details.isAddressAwaited && details.isAddressGiven
    if (!isReady || address === undefined || kindOf(address) !== "address") return []
    const canBe = (sent: Satoshis, basis: RefundBasis) =>
      isSendable(refundable, amountMinor, { sats: sent, basis, address })
    if (!canBe(sats, "satoshis")) return []
    const { id: invoiceId, orderId, currency } = invoice
    const isChanged = new Set(refundAddresses.map((given) => given.address)).size > 1
    const rate = await bitcoin.rateToday(currency)
    const worth = rate && refundSatoshis(refundable, amountMinor, rate)
    const satsToday = worth !== null && canBe(worth, "money") ? worth : null
    const common = { invoiceId, orderId, number: own[0]?.number ?? null, address, isChanged, currency }
    return [{ ...common, amountMinor, sats, satsToday, isSendable: canBe }]
  })
  return (await Promise.all(due)).flat()
}

const orderRow = z.object({
  id: z.string(),
  order_id: z.string(),
  currency: z.string(),
  number: z.number().int().nullable(),
})

/** What can be refunded in one transaction, the transactions that were prepared, and what became of them. */
export async function readRefundBatches(container: MedusaContainer) {
  const { refundBatches, transactionPage } = container.resolve(BITCOIN_PAYMENT)
  const [due, batches, fee] = await Promise.all([
    refundsDue(container),
    refundBatches.list(),
    refundBatches.feeEstimate(),
  ])
  const ids = batches.flatMap(({ payouts }) => payouts.map(({ invoiceId }) => invoiceId))
  const orders = await querySql(
    container,
    orderRow,
    `select i.id, i.order_id, i.currency, o.display_id as number
       from bitcoin_invoice i left join "order" o on o.id = i.order_id where i.id = any(:ids)`,
    { ids },
  )
  const held = new Set(
    batches.flatMap(({ payouts }) =>
      payouts.filter(({ isHeld }) => isHeld).map(({ invoiceId }) => invoiceId),
    ),
  )
  return {
    is_supported: refundBatches.isSupported,
    /** Satoshis per virtual byte; null: the chain source has no estimate. */
    fee_rate: fee === null ? null : Math.min(FEE_RATES.most, Math.max(FEE_RATES.least, Math.ceil(fee))),
    due: due
      .filter(({ invoiceId }) => !held.has(invoiceId))
      .map(({ invoiceId, orderId, number, address, isChanged, sats, satsToday, amountMinor, currency }) => ({
        invoice_id: invoiceId,
        order_id: orderId,
        number,
        address,
        is_changed: isChanged,
        sats: sats.toString(),
        sats_today: satsToday?.toString() ?? null,
        amount: formatMinorUnits(amountMinor, currency),
        currency,
      })),
    batches: batches.map(({ id, psbt, feeSats, changeSats, by, at, spentTxid, payouts, ...batch }) => ({
      id,
      state:
        batch.endedAt !== null
          ? "ended"
          : spentTxid !== null
            ? "sent"
            : batch.discardedAt === null
              ? "open"
              : "discarded",
      psbt: batch.discardedAt === null ? psbt : null,
      fee_sats: feeSats.toString(),
      change_sats: changeSats.toString(),
      by: by.email,
      at: new Date(at).toISOString(),
      txid: spentTxid,
      url: spentTxid === null ? null : transactionPage(spentTxid),
      payouts: payouts.flatMap(({ invoiceId, address, sats, basis, amountMinor, outcome, closedBy }) => {
        const order = orders.find((row) => row.id === invoiceId)
        if (order === undefined) return []
        return {
          order_id: order.order_id,
          number: order.number,
          address,
          sats: sats.toString(),
          basis,
          amount: formatMinorUnits(amountMinor, order.currency),
          currency: order.currency,
          /** `recorded`, `unpaid`, or the code of the rejection; null: not in a block yet. */
          outcome,
          closed_by: closedBy,
        }
      }),
    })),
  }
}

const MOST_REFUNDS = 100
/** One in so many: the rate moves while staff choose. */
const RATE_MOVES = 50n

export const batchRequestSchema = z.object({
  idempotency_key: idempotencyKey,
  fee_rate: z
    .int("Write whole satoshis per virtual byte.")
    .min(FEE_RATES.least, `Write ${FEE_RATES.least} at least.`)
    .max(FEE_RATES.most, `Write ${FEE_RATES.most} at most.`),
  /** As the list showed them: what has changed since is refused. */
  refunds: z
    .array(
      z.object({
        ...{ invoice_id: z.string(), address: z.string() },
        sats: z
          .string()
          .regex(/^[1-9]\d{0,15}$/)
          .transform((digits) => satoshis(BigInt(digits))),
        basis: z.enum(REFUND_BASES).default("satoshis"),
      }),
    )
    .min(1, "Choose a refund.")
    .max(MOST_REFUNDS, `Choose ${MOST_REFUNDS} refunds at most.`),
})

/** @throws MedusaError `not_allowed` with a sentence, or BitcoinUnavailable; then nothing has changed */
export async function makeRefundBatch(
  container: MedusaContainer,
  userId: string,
  { idempotency_key: key, fee_rate: feeRate, refunds }: z.output<typeof batchRequestSchema>,
): Promise<void> {
  const by = await findMember(container, userId)
  const due = await refundsDue(container)
  const chosen = [...new Map(refunds.map((refund) => [refund.invoice_id, refund])).values()]
  const payouts = chosen.map(({ invoice_id: id, address, sats, basis }) => {
    const found = due.find(({ invoiceId }) => invoiceId === id)
    const now = basis === "satoshis" ? found?.sats : found?.satsToday
    const mayDiffer = basis === "satoshis" ? 0n : sats / RATE_MOVES
    const isSame = now && now - sats <= mayDiffer && sats - now <= mayDiffer
    if (found?.address !== address || !isSame || !found.isSendable(sats, basis))
      throw batchRejected("refund_changed")
    return { ...found, sats, basis }
  })
  const { refundBatches } = container.resolve(BITCOIN_PAYMENT)
  assertDone(await refundBatches.make({ idempotencyKey: key, by, payouts, feeRate }))
}

/** `close`: staff found out about what was sent and could not be recorded. */
export const batchChangeSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("discard") }),
  z.object({ action: z.literal("close") }),
  z.object({
    action: z.literal("broadcast"),
    /** A PSBT in base64 or hex, or the transaction in hex. */
    signed: z.string().min(1).max(400_000),
  }),
])

/** @throws as `makeRefundBatch` */
export async function changeRefundBatch(
  container: MedusaContainer,
  userId: string,
  batchId: string,
  change: z.output<typeof batchChangeSchema>,
): Promise<void> {
  const by = await findMember(container, userId)
  const { refundBatches } = container.resolve(BITCOIN_PAYMENT)
  if (change.action === "close") return refundBatches.close(batchId, by)
  assertDone(
    change.action === "discard"
      ? await refundBatches.discard(batchId)
      : await refundBatches.broadcast(batchId, change.signed),
  )
}

/** Finds the transactions of prepared refunds on the chain, and records what they paid as staff would. */
export async function followRefundBatches(container: MedusaContainer): Promise<void> {
  const { refundBatches, reviewService, settlement } = container.resolve(BITCOIN_PAYMENT)
  await refundBatches.look(async ({ id, invoiceId, address, sats, basis, amountMinor }, { by }, txid) => {
    const invoice = await settlement.invoice(invoiceId)
    const currency = invoice?.currency ?? ""
    const refund = {
      amount: fromMinorUnits(amountMinor, currency),
      bitcoin: { sats: sats.toString(), basis, address, txid },
    }
    const shop = { id: by.id, email: `the shop, for ${by.email}` }
    try {
      await perform(container, invoiceId, shop, { action: "record_refund", idempotency_key: id, refund })
      return RECORDED
    } catch (error) {
      const code = rejectionCode.safeParse(error instanceof MedusaError ? error.code : null)
      if (!code.success) throw error
      // Staff may have typed the transaction's id meanwhile.
      const all = await reviewService.detailsOfOrder(invoice?.orderId ?? "")
      const refunds = all.find((details) => details.invoice.id === invoiceId)?.refunds ?? []
      const isRecorded = refunds.some(({ method }) => method.kind === "bitcoin" && method.txid === txid)
      return isRecorded ? RECORDED : code.data
    }
  })
}

function assertDone(result: BatchResult): void {
  if (!result.ok) throw batchRejected(result.reason, result.detail)
}

function batchRejected(reason: BatchRejection | "refund_changed", detail?: string): MedusaError {
  const text = [BATCH_REJECTION_TEXTS[reason], detail ?? []].flat().join(" ")
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, text, reason)
}
