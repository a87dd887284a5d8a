import { InlineTip, toast } from "@medusajs/ui"
import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { formatPence, toPounds } from "@shop/contracts"
import { useRef, useState } from "react"
import { runCardAction, useStaffMutation } from "../api"
import { typedPence } from "../format"
import { DrawerButton, DrawerForm } from "../../components/drawer-form"
import { LongTextField, TextField } from "../../components/fields"
import { CheckNow } from "../panel/check-now"

/** What staff can do about a card payment now. */
export function CardActions({ payment }: { payment: StaffCardPayment }) {
  return (
    <div className="flex flex-wrap gap-2 px-6 py-4">
      {payment.refundablePence > 0 && (
        <DrawerButton
          label="Refund…"
          title="Refund to the card"
          description={`The money goes back to ${payment.card ?? "the card"}.`}
        >
          {(close) => <RefundForm payment={payment} onDone={close} />}
        </DrawerButton>
      )}
      <CheckNow request={() => runCardAction(payment.id, { action: "read_now" })} />
    </div>
  )
}

function RefundForm({ payment, onDone }: { payment: StaffCardPayment; onDone: () => void }) {
  const { id, refundablePence, processor } = payment
  // One key for each opening of the form: a second click or a retry is the same refund.
  const key = useRef(crypto.randomUUID())
  const [amount, setAmount] = useState(toPounds(refundablePence))
  const [reason, setReason] = useState("")
  const [hasTried, setHasTried] = useState(false)
  const { mutate, isPending, error } = useStaffMutation()
  const pence = typedPence(amount)
  const wrong = {
    amount:
      pence === null || pence === 0
        ? "Write an amount like 12.50."
        : pence > refundablePence
          ? `At most ${formatPence(refundablePence)} can be refunded.`
          : undefined,
    reason: reason.trim().length >= 5 ? undefined : "Say why, in a few words.",
  }

  function refund() {
    setHasTried(true)
    if (pence === null || wrong.amount !== undefined || wrong.reason !== undefined) return
    const action = { action: "refund", idempotencyKey: key.current, pence, reason: reason.trim() } as const
    mutate(() => runCardAction(id, action), {
      onSuccess: () => {
        toast.success("Refund requested", { description: "The buyer is emailed when it is made." })
        onDone()
      },
    })
  }

  return (
    <DrawerForm
      error={error}
      confirm={`Refund ${pence === null ? "" : formatPence(pence)}`}
      isDangerous
      isPending={isPending}
      onConfirm={refund}
    >
      <TextField
        label="Amount (£)"
        hint={`${formatPence(refundablePence)} can be refunded.`}
        error={hasTried ? wrong.amount : undefined}
        inputMode="decimal"
        value={amount}
        onText={setAmount}
      />
      <LongTextField
        label="Why"
        error={hasTried ? wrong.reason : undefined}
        rows={2}
        maxLength={500}
        value={reason}
        onText={setReason}
      />
      <InlineTip label="What will happen">
        {processor} returns the money to the card. The order follows, your name and your reason are stored
        with it, and the buyer is emailed. This cannot be undone.
      </InlineTip>
    </DrawerForm>
  )
}
