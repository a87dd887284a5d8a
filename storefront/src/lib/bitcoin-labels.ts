import { type BitcoinPayment, type Order, REFUND_TIME } from "@shop/contracts"
import {
  btc,
  ENGLISH_STAGES,
  isPayable as isStatePayable,
  type PaymentStage as StageOfPayment,
  stageOf as stageOfPayment,
  type StageTexts,
} from "medusa-payment-bitcoin-storefront/stages"

export type PaymentTone = "waiting" | "moving" | "done" | "attention"

type Progress = Pick<Order, "status" | "isPartlySent">
export type PaymentStatus = Progress & { bitcoin: BitcoinPayment }

/** `owed`: the paid order was cancelled afterwards. */
export type PaymentStage = StageOfPayment | "owed"

export interface LabelOf<Standing> {
  tone: PaymentTone
  title: string
  detail: (standing: Standing) => string
  /** What the page promises as long as it has a connection. */
  promise?: string
  /** What of a paid payment is still worth a word once the parcel is sent. */
  remark?: (standing: Standing) => string
  offersContact?: boolean
}

export const IN_REVIEW = { ...ENGLISH_STAGES.review, tone: "attention", offersContact: true } as const

export const UPDATES_ITSELF = "This page updates by itself."

const CLOSABLE = "You can close this page: we email you."
const FOUND = "If you have already sent money, we will find it and email you."

/** Where `detail` is not the kit's: this shop writes emails, and knows where the parcel is. */
const STAGES: Readonly<
  Record<PaymentStage, Pick<LabelOf<PaymentStatus>, "tone"> & Partial<LabelOf<PaymentStatus>>>
> = {
  awaiting_payment: {
    tone: "waiting",
    detail: () => "Send the exact amount from your wallet.",
    promise: "This page updates by itself within seconds.",
  },
  underpaid: { tone: "attention" },
  seen: { tone: "moving", detail: () => `${ENGLISH_STAGES.seen.detail()} ${CLOSABLE}` },
  confirming: {
    tone: "moving",
    detail: ({ bitcoin }) => `${ENGLISH_STAGES.confirming.detail(bitcoin)}. ${CLOSABLE}`,
  },
  confirmed: {
    tone: "done",
    detail: ({ bitcoin, ...order }) => `Thank you. ${afterPayment(order)} ${surplus(bitcoin)}`.trim(),
    remark: ({ bitcoin }) => surplus(bitcoin),
  },
  expired: {
    tone: "attention",
    detail: () => `${ENGLISH_STAGES.expired.detail()} ${FOUND}`,
    offersContact: true,
  },
  late: {
    tone: "attention",
    detail: ({ bitcoin }) =>
      `We see ${btc(bitcoin.receivedSats)}, sent after the time ran out. Once it is confirmed, we'll check it and email you. Please do not send it again.`,
    offersContact: true,
  },
  owed: {
    tone: "moving",
    detail: ({ bitcoin }) =>
      `You get back the ${btc(bitcoin.receivedSats)} that you paid, ${REFUND_TIME}. We'll email you when it is sent.`,
    offersContact: true,
  },
  review: { tone: "attention", offersContact: true },
  cancelled: {
    tone: "attention",
    detail: () => `${ENGLISH_STAGES.cancelled.detail()} ${FOUND}`,
    offersContact: true,
  },
  refunded: { tone: "done", offersContact: true },
}

/** Then the order's page begins with the parcel, and its payment is a line. */
export const isSent = ({ status }: Pick<Order, "status">): boolean =>
  status === "dispatched" || status === "delivered"

/** The title of a paid payment, whose order may be over. */
export const titleOfPaid = ({ status }: Pick<Order, "status">, title: string): string =>
  status === "returned" ? "Order returned" : title

/** Where a paid order is, for its buyer. */
export function afterPayment({ status, isPartlySent }: Progress): string {
  if (status === "returned") return "We have received your return."
  if (status === "delivered") return "Your parcel was delivered."
  if (isPartlySent) return "A part of your order has left, and we are getting the rest ready."
  return status === "dispatched" ? "Your parcel is on its way." : "We are getting your parcel ready."
}

/** Money beyond the price can be refunded. It is never moved to another order. */
function surplus({ surplusSats }: BitcoinPayment): string {
  return surplusSats === "0"
    ? ""
    : `You sent ${btc(surplusSats)} more than was asked. It is yours, and we will email you about it.`
}

/** The stage of a payment for the buyer, who sees one order, not an order and an invoice. */
export function stageOf({ status, bitcoin }: Pick<PaymentStatus, "status" | "bitcoin">): PaymentStage {
  if (status === "refunded") return "refunded"
  if (status !== "cancelled" || bitcoin.state === "review") return stageOfPayment(bitcoin)
  return bitcoin.state === "confirmed" ? "owed" : stageOfPayment({ ...bitcoin, state: "cancelled" })
}

export function paymentLabel(payment: PaymentStatus) {
  const stage = stageOf(payment)
  const { tone, detail, promise, remark, offersContact = false } = STAGES[stage]
  const texts: StageTexts[StageOfPayment] = ENGLISH_STAGES[stage === "owed" ? "cancelled" : stage]
  return {
    tone,
    title: stage === "confirmed" ? titleOfPaid(payment, texts.title) : texts.title,
    detail: detail?.(payment) ?? texts.detail(payment.bitcoin),
    promise,
    remark: remark?.(payment),
    offersContact,
  }
}

/** True while the buyer can still pay to the address on the page. */
export const isPayable = (payment: PaymentStatus): boolean => isStatePayable({ state: stageOf(payment) })
