import { formatBitcoin, type Cancellation, type FollowedOrder, REFUND_TIME } from "@shop/contracts"
import { cancelOrderOn } from "@shop/contracts/order-actions"
import type { ReactElement } from "react"
import { useCancelOrder } from "../../api/order-actions"
import { formatPounds } from "../../lib/money"
import { Button } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { useForm } from "../../ui/form"
import { FailureNotice } from "../../ui/failure-notice"
import { RefundAddressField } from "./refund-address-field"

interface CancelDialogProps {
  order: FollowedOrder
  cancellation: Cancellation
  open: boolean
  onClose: () => void
}

export function CancelDialog({ order, cancellation, open, onClose }: CancelDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Cancel order ${String(order.number)}?`}>
      <CancelForm order={order} cancellation={cancellation} onClose={onClose} />
    </Dialog>
  )
}

function CancelForm({ order, cancellation, onClose }: Omit<CancelDialogProps, "open">) {
  const cancelling = useCancelOrder(order.id)
  const form = useForm({
    schema: cancelOrderOn(cancellation.terms),
    read: readForm,
    send: (body) => cancelling.mutateAsync(body),
  })
  return (
    <form className="dialog__content" {...form.attributes}>
      <p>Nothing will be sent, and its items go back on sale. This cannot be undone.</p>
      <Money order={order} cancellation={cancellation} />
      {cancellation.refund === "bitcoin" && (
        <RefundAddressField
          label={`Your Bitcoin ${cancellation.terms.byLightning ? "or Lightning " : ""}address for the refund`}
          name="refundAddress"
          className="field__control cancel-order__address"
          hint="A receiving address from your own wallet. Copy and paste it, don't type it. Or leave this empty and enter it later on this page."
          error={form.errors["refundAddress"]}
        />
      )}
      <FailureNotice title="Your order was not cancelled" error={form.failure} />
      <div className="dialog__buttons">
        <Button look="quiet" onClick={onClose}>
          Keep my order
        </Button>
        <Button type="submit" className="button--danger-solid" ariaDisabled={cancelling.isPending}>
          {cancelling.isPending ? "Cancelling..." : "Cancel this order"}
        </Button>
      </div>
    </form>
  )
}

function Money({
  order: { bitcoin, total },
  cancellation: { refund },
}: Omit<CancelDialogProps, "open" | "onClose">): ReactElement {
  switch (refund) {
    case "bitcoin":
      return (
        <p>
          You will get back the{" "}
          <strong translate="no">{formatBitcoin(BigInt(bitcoin?.receivedSats ?? "0"))} BTC</strong> (
          {formatPounds(total)}) that you paid, {REFUND_TIME}. We send it by hand and pay the network&apos;s
          fee.
        </p>
      )
    case "card":
      return (
        <p>
          The {formatPounds(total)} that you paid goes back to your card automatically, {REFUND_TIME}.
        </p>
      )
    case "none":
      return bitcoin ? (
        <p>You haven&apos;t been charged. Please don&apos;t send bitcoin to its address now.</p>
      ) : (
        <p>You haven&apos;t been charged, and its payment page is closed.</p>
      )
  }
}

function readForm(form: HTMLFormElement): unknown {
  const address = new FormData(form).get("refundAddress")
  return typeof address === "string" && address.trim() !== "" ? { refundAddress: address } : {}
}
