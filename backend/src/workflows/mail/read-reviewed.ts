import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { reviewFlags } from "./review-flags"

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
  expires_at: isoTime,
  state: z.string(),
  captured_at: z.date().nullable(),
  closed_how: z.enum(["expired", "cancelled"]).nullable(),
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

/** An invoice of an order whose money needs a person, with why and every output that it is about. */
export interface Reviewed {
  id: string
  address: string
  dueSats: bigint
  receivedSats: bigint
  expiresAt: string
  isCaptured: boolean
  closed: "expired" | "cancelled" | null
  flags: string[]
  outputs: z.output<typeof outputRow>[]
}

/** Every invoice of an order that is in review now, oldest quote first; renewed quotes may leave several. */
export async function readReviewed(container: MedusaContainer, orderId: string): Promise<Reviewed[]> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const invoices = z.array(invoiceRow).parse(await bitcoin.listBitcoinInvoices({ order_id: orderId }))
  const ids = invoices.filter(({ state }) => state === "review").map(({ id }) => id)
  if (ids.length === 0) return []
  const [outputRows, caseRows] = await Promise.all([
    bitcoin.listBitcoinOutputs({ invoice_id: ids }),
    bitcoin.listBitcoinCases({ invoice_id: ids, kind: "payment", closed_at: null }),
  ])
  const outputs = z.array(outputRow).parse(outputRows)
  const cases = z.array(caseRow).parse(caseRows)
  return invoices
    .filter(({ id }) => ids.includes(id))
    .sort((left, right) => left.renewal - right.renewal)
    .map((row) => {
      const facts = {
        dueSats: row.due_sats,
        receivedSats: row.received_sats,
        isCaptured: row.captured_at !== null,
        closed: row.closed_how,
      }
      const caseReason = cases.find(({ invoice_id }) => invoice_id === row.id)?.reason ?? ""
      const isPaidByAnother = invoices.some(({ id, captured_at }) => id !== row.id && captured_at !== null)
      return {
        ...facts,
        id: row.id,
        address: row.address,
        expiresAt: row.expires_at,
        flags: reviewFlags({ ...facts, caseReason }, isPaidByAnother),
        outputs: outputs
          .filter(({ invoice_id }) => invoice_id === row.id)
          .sort((left, right) => left.seen_at.localeCompare(right.seen_at)),
      }
    })
}
