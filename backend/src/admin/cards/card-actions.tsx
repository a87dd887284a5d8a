import { Button, Drawer, InlineTip, Text, toast } from "@medusajs/ui"
import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { formatPence, toPounds } from "@shop/contracts"
import { useRef, useState } from "react"
import { runCardAction, useStaffMutation } from "../bitcoin/api"
import { typedPence } from "../bitcoin/format"
import { LongTextField, TextField } from "../components/fields"

/** What staff can do about a card payment now. */
export function CardActions({ payment }: { payment: StaffCardPayment }) {
  return (
    <div className="flex flex-wrap gap-2 px-6 py-4">
      {payment.refundablePence > 0 && <Refund payment={payment} />}
      <ReadNow paymentId={payment.id} />
    </div>
  )
}

function ReadNow({ paymentId }: { paymentId: string }) {
  const { mutate, isPending } = useStaffMutation()
  const readNow = () =>
    mutate(() => runCardAction(paymentId, { action: "read_now" }), {
      onSuccess: () => toast.success("Payment checked"),
      onError: (error) => toast.error("The payment was not checked", { description: error.message }),
    })
  return (
    <Button size="small" variant="secondary" isLoading={isPending} onClick={readNow}>
      Check now
    </Button>
  )
}

function Refund({ payment }: { payment: StaffCardPayment }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Drawer open={isOpen} onOpenChange={setIsOpen}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          Refund…
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>Refund to the card</Drawer.Title>
          <Drawer.Description>
            {payment.card === null
              ? "The money goes back to the card."
              : `The money goes back to ${payment.card}.`}
          </Drawer.Description>
        </Drawer.Header>
        {isOpen && <RefundForm payment={payment} onDone={() => setIsOpen(false)} />}
      </Drawer.Content>
    </Drawer>
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
        toast.success("The refund is ordered", { description: "The buyer is mailed when it is made." })
        onDone()
      },
    })
  }

  return (
    <>
      <Drawer.Body className="flex flex-col gap-y-5 overflow-y-auto">
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
          with it, and the buyer is mailed. This cannot be undone.
        </InlineTip>
        {error && (
          <Text size="small" className="text-ui-fg-error" role="alert">
            {error.message}
          </Text>
        )}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary">
            Cancel
          </Button>
        </Drawer.Close>
        <Button size="small" variant="danger" isLoading={isPending} onClick={refund}>
          Refund {pence === null ? "" : formatPence(pence)}
        </Button>
      </Drawer.Footer>
    </>
  )
}
