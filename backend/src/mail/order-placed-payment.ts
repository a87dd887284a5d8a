import { MedusaError } from "@medusajs/framework/utils"
import type { InvoiceState } from "@shop/contracts"
import { button, copyable, fact, panel, paragraph, type Block } from "./blocks"
import type { MailContext } from "./define-mail"
import { ukTime } from "./formats"
import { paymentTarget, type PaymentTarget } from "./order-blocks"
import { paymentPageUrl, type MailedOrder } from "./define-order-mail"
import { readTarget } from "./payment-target"

/** A quick buyer may have paid before this mail is written. */
export type BitcoinInstructions =
  | ({ method: "bitcoin"; stage: "awaiting"; amountBtc: string; expiresAt: string } & Omit<
      PaymentTarget,
      "until"
    >)
  | { method: "bitcoin"; stage: "received" | "ended" }

type CardPage =
  | { method: "card_page"; stage: "awaiting"; until: string; url: string }
  | { method: "card_page"; stage: "received" | "ended" }

/** Charged by hand, or an order of £0. */
type Unhosted = { method: "card" } | { method: "none" }

export type OrderPayment = Unhosted | CardPage | BitcoinInstructions

const STAGES = {
  awaiting_payment: "awaiting",
  underpaid: "awaiting",
  seen: "received",
  confirming: "received",
  confirmed: "received",
  review: "received",
  expired: "ended",
  cancelled: "ended",
  refunded: "ended",
} as const satisfies Record<InvoiceState, BitcoinInstructions["stage"]>

/** @throws MedusaError while an order has no payment yet: the mail is tried again */
export async function readOrderPayment(context: MailContext, found: MailedOrder): Promise<OrderPayment> {
  switch (found.method) {
    case "bitcoin":
      return readBitcoinInstructions(context, found)
    case "card":
      return readCardPage(context, found)
    case undefined:
      return { method: found.order.total === 0 ? "none" : "card" }
  }
}

const missing = (orderId: string) =>
  new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Order ${orderId} has no payment yet.`)

async function readBitcoinInstructions(
  context: MailContext,
  { order, bitcoin }: MailedOrder,
): Promise<BitcoinInstructions> {
  if (bitcoin === null) throw missing(order.id)
  const stage = STAGES[bitcoin.state]
  if (stage !== "awaiting") return { method: "bitcoin", stage }
  const { amountBtc, expiresAt } = bitcoin
  return { method: "bitcoin", stage, amountBtc, expiresAt, ...(await readTarget(context, order.id, bitcoin)) }
}

async function readCardPage(context: MailContext, { order, card }: MailedOrder): Promise<CardPage> {
  if (card === null) throw missing(order.id)
  const { state, payableUntil } = card.payment
  if (state === "awaiting_payment")
    return {
      method: "card_page",
      stage: "awaiting",
      until: new Date(payableUntil).toISOString(),
      url: await paymentPageUrl(context, order.id),
    }
  const isOver = state === "expired" || state === "cancelled"
  return { method: "card_page", stage: isOver ? "ended" : "received" }
}

export const isEnded = (payment: OrderPayment) => "stage" in payment && payment.stage === "ended"

function cardPageBlocks(payment: CardPage): Block[] {
  switch (payment.stage) {
    case "awaiting":
      return [
        paragraph(
          "If you have finished on the payment page, you don't need to do anything: we will email you as soon as your payment is confirmed. If not, your items are reserved for a short time. You can pay by card or with Bitcoin:",
        ),
        panel([fact("Pay before", ukTime(payment.until)), button("Pay for the order", payment.url)]),
      ]
    case "received":
      return [paragraph("Your card payment has reached us, thank you.")]
    case "ended":
      return [
        paragraph(
          "This order was not paid in time, and nothing was charged. The goods are back on sale, and you are welcome to order again.",
        ),
      ]
  }
}

const NOT_AWAITED = {
  received: "Your Bitcoin payment has reached us, thank you. We will email you again once it is confirmed.",
  ended:
    "The time to pay for this order has run out. Please don't send anything to the old address. Reply to this email or order again, and we will help.",
} as const

export function paymentBlocks(payment: OrderPayment): Block[] {
  if (payment.method === "card_page") return cardPageBlocks(payment)
  if (payment.method === "none")
    return [paragraph("There is nothing to pay: your order is confirmed, and we are preparing your parcel.")]
  if (payment.method === "card") {
    return [
      paragraph(
        "You chose to pay by card. Your card has not been charged: we will email you to arrange payment, and post your parcel once it has gone through.",
      ),
    ]
  }
  if (payment.stage !== "awaiting") return [paragraph(NOT_AWAITED[payment.stage])]
  return [
    panel([
      ...paymentTarget(
        "Pay before",
        [
          paragraph("To complete your order, please send exactly this amount to this address:"),
          copyable("Amount in bitcoin (BTC)", payment.amountBtc),
        ],
        { ...payment, until: payment.expiresAt },
      ),
      paragraph(
        "Paying from an exchange? Make sure its fee is added on top, so that the full amount reaches us. Payments usually confirm within 10-30 minutes.",
      ),
    ]),
  ]
}
