import { ACTIONS } from "../../domain/action-forms"
import type { DescribedAction, DescribedPayment } from "medusa-payments/review"
import { isBitcoin, type BitcoinPayment } from "../api"
import type { Texts } from "../components/use-texts"

export interface Dialog {
  action: string
  caseId: string | null
  asks: "reason" | "refund"
  reason: "none" | "optional" | "required"
  look: "primary" | "plain" | "danger"
  button: string
  title: string
  effect: string
  confirm: string
  done: string
}

type Offered =
  | Pick<BitcoinPayment, "method" | "actions" | "closed" | "arrived" | "price" | "currency">
  | Pick<DescribedPayment, "method" | "actions">

/** What staff may do about a payment now, what they mostly do at the start. */
export function dialogsOf(payment: Offered, texts: Pick<Texts, "text" | "money">): Dialog[] {
  if (!isBitcoin(payment)) return payment.actions.map(describedDialog)
  const dialogs = payment.actions.map((action) => bitcoinDialog(payment, action, texts))
  return dialogs.sort((one, other) => Number(other.look === "primary") - Number(one.look === "primary"))
}

export function describedDialog({ case_id: caseId, asks, ...texts }: DescribedAction): Dialog {
  const look = asks === "refund" ? "danger" : "plain"
  return { ...texts, caseId, asks, look, reason: "required", done: texts.title.replace(/\?$/, "") }
}

function bitcoinDialog(
  payment: Extract<Offered, { method: "bitcoin" }>,
  action: BitcoinPayment["actions"][number],
  { text, money }: Pick<Texts, "text" | "money">,
): Dialog {
  const values = {
    amount: money(payment.arrived, payment.currency),
    price: money(payment.price, payment.currency),
  }
  const { reason, reopens, look } = ACTIONS[action]
  const effect = text(`actions.${action}.effect`, values)
  return {
    ...{ action, reason, look, caseId: null },
    asks: action === "record_refund" ? "refund" : "reason",
    button: text(`actions.${action}.button`, values),
    title: text(`actions.${action}.title`, values),
    effect: reopens && payment.closed !== null ? `${effect} ${text("reopens")}` : effect,
    confirm:
      action === "record_refund" ? text("actions.record_refund.title") : text(`actions.${action}.confirm`),
    done: text(`timeline.${action}`),
  }
}
