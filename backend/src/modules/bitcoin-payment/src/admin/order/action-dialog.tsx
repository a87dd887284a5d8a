import { Button, Prompt, Text, toast } from "@medusajs/ui"
import { useRef, useState } from "react"
import { usePerformAction, type Action, type Payment } from "../api"
import { LongTextField } from "../components/field"
import { useTexts } from "../components/use-texts"
import { SHORTEST_REASON } from "../../texts"

/** What is asked for, and how it looks. */
const DIALOGS = {
  accept: { reason: "optional", isDangerous: false, isPrimary: true, reopens: true },
  settle_by_hand: { reason: "required", isDangerous: true, isPrimary: false, reopens: true },
  renew_quote: { reason: "none", isDangerous: false, isPrimary: true, reopens: true },
  ask_refund_address: { reason: "none", isDangerous: false, isPrimary: false, reopens: false },
  keep_surplus: { reason: "required", isDangerous: false, isPrimary: false, reopens: false },
  explain_earlier_money: { reason: "required", isDangerous: false, isPrimary: false, reopens: false },
} as const satisfies Record<
  SimpleAction,
  { reason: "none" | "optional" | "required"; isDangerous: boolean; isPrimary: boolean; reopens: boolean }
>

export type SimpleAction = Exclude<Action, "record_refund">

export const isPrimary = (action: Action) => action !== "record_refund" && DIALOGS[action].isPrimary

interface Props {
  action: SimpleAction
  payment: Payment
  onClose: () => void
  onCloseAutoFocus: (event: Event) => void
}

/** Says what the action does, and asks for a reason where one is kept. */
export function ActionDialog({ action, payment, onClose, onCloseAutoFocus }: Props) {
  const { text, ofError, money } = useTexts()
  const idempotencyKey = useRef(crypto.randomUUID())
  const [reason, setReason] = useState("")
  const { mutate, isPending, error } = usePerformAction(payment.id)
  const { reason: asked, isDangerous, reopens } = DIALOGS[action]
  const given = reason.trim() === "" ? null : reason.trim()
  const values = {
    amount: money(payment.arrived, payment.currency),
    price: money(payment.price, payment.currency),
  }

  function perform() {
    mutate(
      { action, idempotency_key: idempotencyKey.current, reason: given },
      {
        onSuccess: () => {
          toast.success(text("done"), { description: text(`timeline.${action}`) })
          onClose()
        },
      },
    )
  }

  return (
    <Prompt open onOpenChange={onClose}>
      <Prompt.Content style={BESIDE_THE_EDGES} onCloseAutoFocus={onCloseAutoFocus}>
        <Prompt.Header>
          <Prompt.Title>{text(`actions.${action}.title`, values)}</Prompt.Title>
          <Prompt.Description>
            {text(`actions.${action}.effect`, values)}
            {reopens && payment.closed !== null && ` ${text("reopens")}`}
          </Prompt.Description>
        </Prompt.Header>
        {asked !== "none" && (
          <div className="px-6 pt-4">
            <LongTextField
              label={text(asked === "required" ? "reason.label" : "reason.optional")}
              hint={text("reason.hint")}
              rows={2}
              maxLength={500}
              autoFocus
              value={reason}
              onText={setReason}
            />
          </div>
        )}
        {error && (
          <Text size="small" className="text-ui-fg-error px-6 pt-3" role="alert">
            {ofError(error)}
          </Text>
        )}
        <Prompt.Footer>
          <Prompt.Cancel>{text("cancel")}</Prompt.Cancel>
          <Button
            size="small"
            variant={isDangerous ? "danger" : "primary"}
            isLoading={isPending}
            disabled={asked === "required" && (given ?? "").length < SHORTEST_REASON}
            onClick={perform}
          >
            {text(`actions.${action}.confirm`)}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}

/** On a phone. */
const BESIDE_THE_EDGES = { width: "calc(100% - 2rem)" }
