import type { PaymentInvoice, PaymentPanel } from "@shop/contracts/staff-payments"
import { formatBitcoin, formatPence } from "@shop/contracts"
import { useEffect } from "react"
import { useSearchParams } from "react-router-dom"
import { runAction } from "../api"
import { ActionDialog, type ActionDialogProps } from "../panel/action-dialog"
import { CheckNow } from "../panel/check-now"
import { refundDue } from "./refund-due"
import { RecordRefund } from "./refund-form"

interface ActionsProps {
  invoice: PaymentInvoice
  /** The order's. */
  status: PaymentPanel["paymentStatus"]
}

/** The actions that are possible now, the most useful first. The inbox links to `?invoice=…&do=…`, which opens one. */
export function Actions({ invoice, status }: ActionsProps) {
  const dialogs = dialogsOf(invoice, status.isCancelled)
  const [search, setSearch] = useSearchParams()
  const asked = search.get("invoice") === invoice.id ? search.get("do") : null
  // Opened once: an action that becomes possible again later must not open again.
  useEffect(() => {
    if (asked !== null) setSearch({}, { replace: true })
  }, [asked, setSearch])
  return (
    <div className="flex flex-wrap gap-2 px-6 py-4">
      {invoice.actions.map((action) =>
        action === "record_refund" ? (
          <RecordRefund
            key={action}
            invoice={invoice}
            due={refundDue(invoice, status)}
            isOpenAtFirst={asked === action}
          />
        ) : (
          <ActionDialog key={action} {...dialogs[action]} isOpenAtFirst={asked === action} />
        ),
      )}
      <CheckNow request={() => runAction(invoice.id, { action: "request_poll" })} />
    </div>
  )
}

type DialogAction = Exclude<PaymentInvoice["actions"][number], "record_refund">

function dialogsOf(invoice: PaymentInvoice, isCancelled: boolean): Record<DialogAction, ActionDialogProps> {
  const { id, pricePence, receivedPence, receivedSats, dueSats, surplusPence, required } = invoice
  const isShort = invoice.missingSats !== "0"
  const reinstated = isCancelled
    ? ["The order is reinstated and its items are reserved again, if they are still in stock."]
    : []
  return {
    accept: {
      label: isShort ? `Accept ${formatPence(receivedPence)} as it is…` : "Accept this payment…",
      variant: "primary",
      title: isShort
        ? `Accept ${formatPence(receivedPence)} instead of ${formatPence(pricePence)}?`
        : "Accept this payment?",
      effects: [
        ...reinstated,
        isShort
          ? `${formatPence(receivedPence)} is captured and the missing ${formatPence(pricePence - receivedPence)} is credited on the order.`
          : `${formatPence(pricePence)} is captured: the order counts as paid.`,
        "The buyer is emailed that the order is paid.",
      ],
      reason: "optional",
      confirm: isShort ? `Accept ${formatPence(receivedPence)}` : "Accept",
      run: (answer) => runAction(id, { action: "accept", ...answer }),
    },
    settle_by_hand: {
      label: "Mark as paid…",
      title: "Mark this order as paid?",
      effects: [
        ...reinstated,
        `${formatPence(pricePence)} is captured although the blockchain does not show it (${formatBitcoin(BigInt(receivedSats))} of ${formatBitcoin(BigInt(dueSats))} BTC received).`,
        "The buyer is emailed that the order is paid, and it can be shipped.",
        "Your name and your reason are stored with the order. This cannot be undone, but a refund can be recorded.",
      ],
      reason: "required",
      confirm: "Mark as paid",
      isDangerous: true,
      run: ({ idempotencyKey, reason = "" }) =>
        runAction(id, { action: "settle_by_hand", idempotencyKey, reason }),
    },
    renew_quote: {
      label: "New invoice…",
      variant: "primary",
      title: "Create a new invoice?",
      effects: [
        ...reinstated,
        `${formatPence(pricePence)} is due at the current rate and at a new address, ${required === 1 ? "final after 1 confirmation" : `final after ${required} confirmations`}.`,
        "The buyer is emailed the address, the amount and the deadline. The old address stays monitored.",
      ],
      reason: "none",
      confirm: "Create the invoice",
      run: ({ idempotencyKey }) => runAction(id, { action: "renew_quote", idempotencyKey }),
    },
    ask_refund_address: {
      label: "Ask for a refund address…",
      title: "Ask the buyer for a refund address?",
      effects: [
        "The buyer is emailed. They enter a Bitcoin address on their order's page, or ask for a refund in pounds.",
        "The address appears here, and you get an email.",
        "No money is sent and no refund is recorded.",
      ],
      reason: "none",
      confirm: "Send the email",
      run: ({ idempotencyKey }) => runAction(id, { action: "ask_refund_address", idempotencyKey }),
    },
    keep_surplus: {
      label: "Keep the surplus…",
      title: `Keep the ${formatPence(surplusPence)} received beyond the price?`,
      effects: [
        "It is the buyer's money unless they agreed, or unless returning it costs more.",
        "The case leaves the inbox, with your name and your reason. More money opens a new one.",
      ],
      reason: "required",
      confirm: `Keep ${formatPence(surplusPence)}`,
      run: ({ idempotencyKey, reason = "" }) =>
        runAction(id, { action: "keep_surplus", idempotencyKey, reason }),
    },
    explain_earlier_money: {
      label: "Close the case…",
      title: "Do you know whose money was on this address before the order?",
      effects: [
        "It was not sent for this order and is never counted for it.",
        "The case leaves the inbox, with your name and your reason.",
      ],
      reason: "required",
      confirm: "Close the case",
      run: ({ idempotencyKey, reason = "" }) =>
        runAction(id, { action: "explain_earlier_money", idempotencyKey, reason }),
    },
  }
}
