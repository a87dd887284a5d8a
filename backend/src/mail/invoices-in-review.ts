import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT, type ReviewedInvoice } from "medusa-payment-bitcoin/modules/bitcoin-payment"

const caseRow = z.object({ invoice_id: z.string() })

/** An invoice that staff must decide on, with the reasons and its outputs. */
export interface InvoiceInReview {
  id: string
  /** Otherwise two sources differ, or money from before the order is on its address. */
  isInReview: boolean
  dispute: string | null
  dueSats: bigint
  receivedSats: bigint
  /** Nothing once enough has come. */
  missingSats: bigint
  /** What of it has enough confirmations. */
  settledSats: bigint
  isCaptured: boolean
  /** Closed invoices have released their stock. */
  closed: ReviewedInvoice["invoice"]["closed"]
  address: string
  expiresAt: string
  flags: readonly string[]
  outputs: {
    txid: string
    sats: bigint
    status: ReviewedInvoice["outputs"][number]["status"]
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
  const all = await bitcoin.reviewService.detailsOfOrder(orderId)
  const disputed = all.filter(({ invoice }) => invoice.dispute !== null).map(({ invoice }) => invoice.id)
  // Sources may differ for a while before it is a case.
  const cases = z
    .array(caseRow)
    .parse(
      disputed.length === 0 ? [] : await bitcoin.listBitcoinCases({ invoice_id: disputed, closed_at: null }),
    )
  return all
    .filter(
      ({ invoice, hasEarlierMoney }) =>
        invoice.state === "review" ||
        hasEarlierMoney ||
        cases.some(({ invoice_id }) => invoice_id === invoice.id),
    )
    .sort((left, right) => left.invoice.renewal - right.invoice.renewal)
    .map(({ invoice, missingSats, outputs, reasons }) => ({
      id: invoice.id,
      isInReview: invoice.state === "review",
      dispute: invoice.dispute?.says ?? null,
      dueSats: invoice.due,
      receivedSats: invoice.received,
      missingSats,
      settledSats: invoice.settled,
      isCaptured: invoice.captured,
      closed: invoice.closed,
      address: invoice.address,
      expiresAt: isoTime(invoice.expiresAt),
      flags: reasons,
      outputs: outputs.map(({ txid, amount, status, height, seenAt }) => ({
        ...{ txid, sats: amount, status, height },
        seenAt: isoTime(seenAt),
      })),
    }))
}

const isoTime = (at: number) => new Date(at).toISOString()
