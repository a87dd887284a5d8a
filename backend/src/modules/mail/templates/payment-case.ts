import { z } from "@medusajs/framework/zod"
import { button, copyable, fact, heading, paragraph, type Block } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds, ukTime } from "../layout/formats"
import { bitcoinAmountSchema, bitcoinLabel } from "./bitcoin-amount"
import { flagText } from "./flag-texts"

const transactionSchema = z.object({
  txid: z.string().min(1),
  amount: bitcoinAmountSchema,
  status: z.enum(["mempool", "confirmed", "conflicted", "gone"]),
  height: z.number().int().nullable(),
  seenAt: z.iso.datetime(),
})

const invoiceSchema = z.object({
  /** The stock: held for the buyer, or back on sale because time ran out or somebody cancelled. */
  closed: z.enum(["expired", "cancelled"]).nullable(),
  isCaptured: z.boolean(),
  /** Keys of `payment-situations.ts`; others are shown by name. */
  flags: z.array(z.string()),
  due: bitcoinAmountSchema,
  received: bitcoinAmountSchema,
  /** How far the two are apart, if they are. */
  missing: bitcoinAmountSchema.nullable(),
  surplus: bitcoinAmountSchema.nullable(),
  expiredAt: z.iso.datetime(),
  address: z.string().min(1),
  transactions: z.array(transactionSchema),
})
type Invoice = z.infer<typeof invoiceSchema>

export const paymentCaseSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  totalPence: z.number().int().min(0),
  buyer: z.string(),
  /** The order in the admin. */
  orderUrl: z.string().min(1),
  /** Every quote of the order whose money needs a person. */
  invoices: z.array(invoiceSchema).min(1),
})
export type PaymentCase = z.infer<typeof paymentCaseSchema>

/** To staff: a payment that the rules cannot settle, with all the facts and what a person can do. */
export function paymentCase({ shop, number, totalPence, buyer, orderUrl, invoices }: PaymentCase): Mail {
  const flags = [...new Set(invoices.flatMap((invoice) => invoice.flags))]
  const steps = flags.map((flag) => flagText(flag).next).filter((next) => next !== null)
  return emailLayout({
    shop,
    subject: `Order ${number}: a Bitcoin payment needs a person`,
    preview: flags.map((flag) => flagText(flag).what).join(" "),
    title: `The payment of order ${number} needs you`,
    blocks: [
      paragraph(
        `The shop cannot settle a payment for order number ${number} (${pounds(totalPence)}) by itself. Please look at it within one working day.`,
      ),
      ...invoices.flatMap((invoice, index) => [
        heading(invoices.length === 1 ? "What happened" : `What happened, payment ${index + 1}`),
        ...invoiceBlocks(invoice),
      ]),
      heading("What you can do"),
      ...steps.map(paragraph),
      paragraph(
        "A refund goes to an address that the buyer gives you, never to the one the money came from (it may be an exchange's), or in pounds if the buyer agrees.",
      ),
      fact("Buyer", buyer),
      button("Open the order", orderUrl),
    ],
  })
}

const STOCK = {
  open: "In review. The order is open and its goods are held.",
  expired: "In review. The order was cancelled when its time ran out; its goods are back on sale.",
  cancelled: "In review. The order was cancelled; its goods are back on sale.",
} as const

function invoiceBlocks(invoice: Invoice): Block[] {
  const { missing, surplus, transactions } = invoice
  return [
    ...invoice.flags.map((flag) => paragraph(flagText(flag).what)),
    fact(
      "State",
      `${STOCK[invoice.closed ?? "open"]} ${invoice.isCaptured ? "This payment is booked." : "This payment is not booked."}`,
    ),
    fact("Due", bitcoinLabel(invoice.due)),
    fact("Received", bitcoinLabel(invoice.received)),
    ...(missing ? [fact("Missing", bitcoinLabel(missing))] : []),
    ...(surplus ? [fact("Too much", bitcoinLabel(surplus))] : []),
    fact("Quote valid until", ukTime(invoice.expiredAt)),
    copyable("Our address", invoice.address),
    ...transactions.map((transaction) => copyable(transactionLabel(transaction), transaction.txid)),
  ]
}

const STATUSES = {
  mempool: "not in a block yet",
  confirmed: "in a block",
  conflicted: "replaced, not counted",
  gone: "vanished, not counted",
} as const

function transactionLabel({ amount, status, height, seenAt }: z.infer<typeof transactionSchema>): string {
  const where = height === null ? STATUSES[status] : `in block ${height}`
  return `Transaction of ${amount.btc} BTC, ${where}, seen ${ukTime(seenAt)}`
}
