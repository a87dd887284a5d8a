import { Button, toast } from "@medusajs/ui"
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react"
import { useSearchParams } from "react-router-dom"
import { usePerformAction, type Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { ActionDialog } from "./action-dialog"
import { dialogsOf, type Dialog } from "./dialogs"
import { RefundDrawer } from "./refund-form"

interface Props {
  payment: Payment
  /** Gets the focus when the pressed button is gone. */
  focusAfterwards: RefObject<HTMLElement>
}

/** A button for each action that is possible now; a link with `?payment=…&do=…` opens one. */
export function Actions({ payment, focusAfterwards }: Props) {
  const texts = useTexts()
  const [search, setSearch] = useSearchParams()
  const asked = search.get("payment") === payment.id ? search.get("do") : null
  // Opened once: an action that becomes possible again later must not open again.
  const [opened] = useState(asked)
  useEffect(() => {
    if (asked !== null) setSearch({}, { replace: true })
  }, [asked, setSearch])
  return (
    <DialogButtons
      dialogs={dialogsOf(payment, texts)}
      opened={opened}
      payment={payment}
      focusAfterwards={focusAfterwards}
    >
      <CheckNow paymentId={payment.id} />
    </DialogButtons>
  )
}

/** An opened dialog stays while the possible actions change: a colleague may be faster. `opened`: open at once. */
export function DialogButtons({
  dialogs,
  opened = null,
  payment,
  focusAfterwards,
  children,
}: Props & { dialogs: readonly Dialog[]; opened?: string | null; children?: ReactNode }) {
  const [open, setOpen] = useState<Dialog | null>(dialogs.find(({ action }) => action === opened) ?? null)
  const pressed = useRef<HTMLElement | null>(null)
  const about = {
    onClose: () => setOpen(null),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = pressed.current?.isConnected === true ? pressed : focusAfterwards
      target.current?.focus()
    },
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {dialogs.map((dialog) => (
          <Button
            key={dialog.action}
            size="small"
            variant={dialog.look === "primary" ? "primary" : "secondary"}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => {
              pressed.current = currentTarget
              setOpen(dialog)
            }}
          >
            {dialog.button}
          </Button>
        ))}
        {children}
      </div>
      {open?.asks === "refund" && <RefundDrawer dialog={open} payment={payment} {...about} />}
      {open?.asks === "reason" && <ActionDialog dialog={open} paymentId={payment.id} {...about} />}
    </>
  )
}

function CheckNow({ paymentId }: { paymentId: string }) {
  const { text, ofError, ofFailure } = useTexts()
  const { mutate, isPending } = usePerformAction(paymentId)
  const check = () =>
    mutate(
      { action: "poll" },
      {
        onSuccess: () => toast.success(text("checkNow.done")),
        onError: (error) => toast.error(ofFailure("checkNow.failed", error), { description: ofError(error) }),
      },
    )
  return (
    <Button size="small" variant="transparent" isLoading={isPending} onClick={check}>
      {text("checkNow.button")}
    </Button>
  )
}
