import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"

const satoshis = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => BigInt(digits))
const isoTime = z.date().transform((date) => date.toISOString())

const invoiceRow = z.object({
  id: z.string(),
  renewal: z.number().int(),
  address: z.string(),
  due_sats: satoshis,
  received_sats: satoshis,
  settled_sats: satoshis,
  expires_at: isoTime,
  state: z.string(),
  captured_at: z.date().nullable(),
  closed_how: z.enum(["expired", "cancelled"]).nullable(),
  dispute: z.string().nullable(),
})

const outputRow = z.object({
  invoice_id: z.string(),
  txid: z.string(),
  sats: satoshis,
  status: z.enum(["mempool", "confirmed", "conflicted", "gone"]),
  height: z.number().int().nullable(),
  seen_at: isoTime,
})

const caseRow = z.object({ invoice_id: z.string(), reason: z.string() })

/** What decides why an invoice is in review. */
export interface ReviewedPayment {
  dueSats: bigint
  receivedSats: bigint
  isCaptured: boolean
  /** Closed invoices have released their stock. */
  closed: "expired" | "cancelled" | null
}

/** An invoice that staff must decide on, with the reasons and its outputs. */
export interface InvoiceInReview extends ReviewedPayment {
  id: string
  /** Otherwise it has a case because two sources differ. */
  isInReview: boolean
  /** What of it has enough confirmations. */
  settledSats: bigint
  /** What each of two sources says, while they differ. */
  dispute: string | null
  address: string
  expiresAt: string
  flags: string[]
  outputs: {
    txid: string
    sats: bigint
    status: z.output<typeof outputRow>["status"]
    height: number | null
    seenAt: string
  }[]
}

/** The invoices of an order that need a person, oldest first. An order has several after its quote was renewed. */
export async function readInvoicesInReview(
  container: MedusaContainer,
  orderId: string,
): Promise<InvoiceInReview[]> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const invoices = z.array(invoiceRow).parse(await bitcoin.listBitcoinInvoices({ order_id: orderId }))
  const inReview = invoices.filter(({ state, dispute }) => state === "review" || dispute !== null)
  if (inReview.length === 0) return []
  const ids = inReview.map(({ id }) => id)
  const [outputRows, caseRows] = await Promise.all([
    bitcoin.listBitcoinOutputs({ invoice_id: ids }),
    bitcoin.listBitcoinCases({ invoice_id: ids, closed_at: null }),
  ])
  const outputs = z.array(outputRow).parse(outputRows)
  const cases = z.array(caseRow).parse(caseRows)
  return inReview
    .filter(({ id, state }) => state === "review" || cases.some(({ invoice_id }) => invoice_id === id))
    .sort((left, right) => left.renewal - right.renewal)
    .map((row) => {
      const payment = {
        dueSats: row.due_sats,
        receivedSats: row.received_sats,
        isCaptured: row.captured_at !== null,
        closed: row.closed_how,
      }
      const caseReason = cases.find(({ invoice_id }) => invoice_id === row.id)?.reason ?? ""
      const isPaidByAnother = invoices.some(({ id, captured_at }) => id !== row.id && captured_at !== null)
      return {
        ...payment,
        id: row.id,
        settledSats: row.settled_sats,
        isInReview: row.state === "review",
        dispute: row.dispute,
        address: row.address,
        expiresAt: row.expires_at,
        flags: reviewFlags(payment, caseReason, isPaidByAnother),
        outputs: outputs
          .filter(({ invoice_id }) => invoice_id === row.id)
          .sort((left, right) => left.seen_at.localeCompare(right.seen_at))
          .map(({ txid, sats, status, height, seen_at }) => ({
            txid,
            sats,
            status,
            height,
            seenAt: seen_at,
          })),
      }
    })
}

/**
 * Why an invoice is in review: the evaluator's flags, and what only its context shows. That is a shortfall, a cancelled
 * order, or another quote that has paid the order.
 * @param caseReason the flags of the open case, separated by commas
 */
export function reviewFlags(
  { dueSats, receivedSats, isCaptured, closed }: ReviewedPayment,
  caseReason: string,
  isPaidByAnother: boolean,
): string[] {
  const noted = caseReason.split(",").map((flag) => flag.trim())
  const isDisputed = noted.includes("sources_disagree")
  const isShort = !isCaptured && receivedSats < dueSats && !isDisputed
  return [
    ...(isPaidByAnother ? ["paid_twice"] : []),
    ...(closed === "cancelled" ? ["cancelled"] : []),
    ...(isShort ? ["short"] : []),
    ...noted.filter((flag) => flag !== "" && flag !== "short"),
  ]
}
