import { fact, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { bitcoinAmount } from "./formats"
import { aboutOrder, loadBitcoinOrder } from "./order-view"
import { readInvoicesInReview } from "./invoices-in-review"

/** The flags that concern the buyer, the most important first. */
const REASONS = ["late", "short", "order_cancelled", "superseded", "paid_twice"] as const

const TEXTS = {
  late: "It arrived after the time to pay had run out.",
  short: "It is less than the amount of the order.",
  order_cancelled: "It arrived after the order had been cancelled.",
  superseded: "It was sent to an address that is no longer used for the order.",
  paid_twice: "The order had already been paid.",
} as const satisfies Record<(typeof REASONS)[number], string>

interface View {
  number: number
  received: bigint
  /** Flags of the payment. Those that do not concern the buyer are left out. */
  flags: readonly string[]
}

/** The payment arrived, but staff must decide what happens with it. */
export const paymentReview = defineMail({
  name: "payment-review",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  load: (context, about) =>
    loadBitcoinOrder(context, about, async ({ order }) => {
      const invoices = await readInvoicesInReview(context.container, order.id)
      const reviewed = invoices.filter(
        ({ id, isInReview }) => isInReview && (about.invoiceId === undefined || about.invoiceId === id),
      )
      if (reviewed.length === 0) return null
      return {
        number: order.display_id,
        received: reviewed.reduce((sum, { receivedSats }) => sum + receivedSats, 0n),
        flags: reviewed.flatMap(({ flags }) => flags),
      }
    }),
  render: ({ number, received, flags }: View) => ({
    subject: `We have your payment for order ${number} and will be in touch`,
    preview: "You don't need to do anything now.",
    title: "We have your payment",
    blocks: [
      paragraph(`Your payment for order number ${number} has reached us, and it is safe.`),
      fact("Received", bitcoinAmount(received)),
      paragraph(
        [
          "We need to check it by hand before we can go on.",
          ...REASONS.filter((reason) => flags.includes(reason)).map((reason) => TEXTS[reason]),
        ].join(" "),
      ),
      paragraph(
        "We will email you within one working day to say whether we can send your order or will refund you. You don't need to do anything; please don't send anything more.",
      ),
      paragraph(
        "For a refund we will ask for your Bitcoin address. We will never ask for a key, recovery words or a password.",
      ),
    ],
  }),
  fixtures: {
    "too late and too little": {
      number: sampleOrder.number,
      received: samplePayment.received,
      flags: ["late", "short"],
    },
  },
})
