import { Button } from "@medusajs/ui"
import { useRef, useState } from "react"
import type { Action, Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { ActionDialog, isPrimary } from "./action-dialog"
import { RefundDrawer } from "./refund-form"

/**
 * A button for each action that is possible now. An opened dialog stays while the possible actions change: a colleague may
 * be faster, and what is done is no longer offered.
 * @param focusAfterwards gets the focus when the pressed button is gone
 */
export function Actions({
  payment,
  focusAfterwards,
}: {
  payment: Payment
  focusAfterwards: { readonly current: HTMLElement | null }
}) {
  const { text, money } = useTexts()
  const [open, setOpen] = useState<Action | null>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const actions = [...payment.actions].sort((one, other) => Number(isPrimary(other)) - Number(isPrimary(one)))
  const amount = money(payment.arrived, payment.currency)
  const dialog = {
    payment,
    onClose: () => setOpen(null),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = pressed.current?.isConnected === true ? pressed : focusAfterwards
      target.current?.focus()
    },
  }
  return (
    <>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2 px-6 py-4">
          {actions.map((action) => (
            <Button
              key={action}
              size="small"
              variant={isPrimary(action) ? "primary" : "secondary"}
              aria-haspopup="dialog"
              onClick={({ currentTarget }) => {
                pressed.current = currentTarget
                setOpen(action)
              }}
            >
              {text(`actions.${action}.button`, { amount })}
            </Button>
          ))}
        </div>
      )}
      {open === "record_refund" && <RefundDrawer {...dialog} />}
      {open !== null && open !== "record_refund" && <ActionDialog action={open} {...dialog} />}
    </>
  )
}
