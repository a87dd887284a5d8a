import { Button, toast } from "@medusajs/ui"
import { pounds } from "../../components/pounds"
import { btc } from "../amounts"
import { ActionDialog, type ActionDialogProps } from "./action-dialog"
import { actionPath, useAction, type Action, type Invoice } from "./panel"
import { RecordRefund } from "./record-refund"

interface Props {
  orderId: string
  invoice: Invoice
  isCancelled: boolean
}

/** What may be done now, what solves the case first. */
export function Actions({ orderId, invoice, isCancelled }: Props) {
  const decisions = decisionsOf(invoice, isCancelled)
  return (
    <div className="flex flex-wrap gap-2 px-6 py-4">
      {invoice.actions.map((action) => {
        if (action === "request_poll") return null
        if (action === "record_refund") return <RecordRefund key={action} invoice={invoice} />
        return <ActionDialog key={action} {...decisions[action]} />
      })}
      <CheckNow orderId={orderId} />
    </div>
  )
}

function CheckNow({ orderId }: { orderId: string }) {
  const { mutate, isPending } = useAction()
  const requestPoll = () =>
    mutate(
      { path: `/admin/bitcoin/orders/${encodeURIComponent(orderId)}/poll`, body: {} },
      {
        onSuccess: () => toast.success("Payment checked"),
        onError: (error) => toast.error("The payment was not checked", { description: error.message }),
      },
    )
  return (
    <Button size="small" variant="secondary" isLoading={isPending} onClick={requestPoll}>
      Check now
    </Button>
  )
}

/** Each decision with what will happen, from the figures as they stand. */
function decisionsOf(
  { id, pricePence, receivedPence, receivedSats, dueSats, surplusPence, required }: Invoice,
  isCancelled: boolean,
): Record<Exclude<Action, "request_poll" | "record_refund">, ActionDialogProps> {
  const isShort = BigInt(receivedSats) < BigInt(dueSats)
  const again = isCancelled
    ? ["The order is reinstated and its items are reserved again, if they are still in stock."]
    : []
  return {
    accept: {
      label: isShort ? `Accept ${pounds(receivedPence)} as it is…` : "Accept this payment…",
      variant: "primary",
      title: isShort
        ? `Accept ${pounds(receivedPence)} instead of ${pounds(pricePence)}?`
        : "Accept this payment?",
      happens: [
        ...again,
        isShort
          ? `${pounds(receivedPence)} is captured and the missing ${pounds(pricePence - receivedPence)} is credited on the order.`
          : `${pounds(pricePence)} is captured: the order counts as paid.`,
        "The buyer is mailed that the order is paid.",
      ],
      reason: "optional",
      confirm: isShort ? `Accept ${pounds(receivedPence)}` : "Accept",
      path: actionPath(id, "accept"),
    },
    settle_by_hand: {
      label: "Mark as paid…",
      title: "Count this order as paid on your word?",
      happens: [
        ...again,
        `${pounds(pricePence)} is captured though the chain does not show it (${btc(receivedSats)} of ${btc(dueSats)} BTC came).`,
        "The buyer is mailed that the order is paid, and it can be sent.",
        "Your name and your reason stay with it for ever. This cannot be taken back; a refund can be recorded.",
      ],
      reason: "required",
      confirm: "Mark as paid",
      isDangerous: true,
      path: actionPath(id, "settle-by-hand"),
    },
    renew_quote: {
      label: "New invoice…",
      variant: "primary",
      title: "Make a new invoice?",
      happens: [
        ...again,
        `${pounds(pricePence)} is asked for again, at the rate of now and at a new address, ${required === 1 ? "final after 1 confirmation" : `final after ${required} confirmations`}.`,
        "The buyer is mailed address, amount and until when they hold. The old address stays watched.",
      ],
      reason: "none",
      confirm: "Make the invoice",
      path: actionPath(id, "renew-quote"),
    },
    ask_refund_address: {
      label: "Ask for a refund address…",
      title: "Ask the buyer where to send the money?",
      happens: [
        "The buyer is mailed, once, and gives a Bitcoin address on the page of their order, or answers with a wish for pounds.",
        "The address appears here, and you get a mail.",
        "Nothing is sent and nothing is recorded as refunded.",
      ],
      reason: "none",
      confirm: "Send the mail",
      path: actionPath(id, "ask-refund-address"),
    },
    keep_surplus: {
      label: "Keep the surplus…",
      title: `Keep the ${pounds(surplusPence)} that came beyond the price?`,
      happens: [
        "It is the buyer's money unless they agreed, or it is less than sending it back costs.",
        "The case leaves the inbox, with your name and your reason.",
      ],
      reason: "required",
      confirm: `Keep ${pounds(surplusPence)}`,
      path: actionPath(id, "keep-surplus"),
    },
  }
}
