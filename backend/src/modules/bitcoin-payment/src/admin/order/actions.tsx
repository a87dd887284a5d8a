import { Button, toast } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { usePoll, type Action, type Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { ActionDialog, isPrimary } from "./action-dialog"
import { RefundDrawer } from "./refund-form"

/**
 * A button for each action that is possible now; a link with `?invoice=…&do=…` opens one. An opened dialog stays while the possible actions change: a colleague may
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
  const [search, setSearch] = useSearchParams()
  const asked = search.get("invoice") === payment.id ? search.get("do") : null
  const [open, setOpen] = useState<Action | null>(payment.actions.find((action) => action === asked) ?? null)
  // Opened once: an action that becomes possible again later must not open again.
  useEffect(() => {
    if (asked !== null) setSearch({}, { replace: true })
  }, [asked, setSearch])
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
        <CheckNow payment={payment} />
      </div>
      {open === "record_refund" && <RefundDrawer {...dialog} />}
      {open !== null && open !== "record_refund" && <ActionDialog action={open} {...dialog} />}
    </>
  )
}

/** Has the address looked up on the blockchain at once. */
function CheckNow({ payment }: { payment: Payment }) {
  const { text, ofError } = useTexts()
  const { mutate, isPending } = usePoll(payment.id)
  const check = () =>
    mutate(undefined, {
      onSuccess: () => toast.success(text("checkNow.done")),
      onError: (error) => toast.error(text("checkNow.failed"), { description: ofError(error) }),
    })
  return (
    <Button size="small" variant="transparent" isLoading={isPending} onClick={check}>
      {text("checkNow.button")}
    </Button>
  )
}
