import { Button, Prompt, Text, toast } from "@medusajs/ui"
import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { LongTextField } from "../components/fields"
import { PromptForm } from "../components/prompt-form"
import { useStaffMutation } from "../payments/api"

export interface ActionDialogProps {
  label: string
  variant?: "primary" | "secondary" | "transparent" | "danger"
  title: string
  /** What the action will do, a sentence each. */
  effects: readonly string[]
  reason: "required" | "optional" | "none"
  reasonLabel?: string
  confirm: string
  isDangerous?: boolean
  run: (answer: { idempotencyKey: string; reason?: string }) => Promise<unknown>
}

const SHORTEST_REASON = 5

export function ActionDialog(action: ActionDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant={action.variant ?? "secondary"} onClick={() => setIsOpen(true)}>
        {action.label}
      </Button>
      <Prompt open={isOpen} onOpenChange={setIsOpen} variant={action.isDangerous ? "danger" : "confirmation"}>
        {isOpen && <Dialog action={action} onDone={() => setIsOpen(false)} />}
      </Prompt>
    </>
  )
}

function Dialog({ action, onDone }: { action: ActionDialogProps; onDone: () => void }) {
  const { t } = useTranslation("shop")
  const { title, effects, reason, reasonLabel = t("order.action.reason"), confirm, run, isDangerous } = action
  // One key for each opening of the dialog: a second click or a retry is the same action.
  const key = useRef(crypto.randomUUID())
  const [why, setWhy] = useState("")
  const { mutate, isPending, error } = useStaffMutation()
  const isReady = reason !== "required" || why.trim().length >= SHORTEST_REASON

  function submit() {
    const reasoned = why.trim() === "" ? {} : { reason: why.trim() }
    mutate(() => run({ idempotencyKey: key.current, ...reasoned }), {
      onSuccess: () => {
        toast.success(t("common.done"), { description: title.replace(/\?$/, "") })
        onDone()
      },
    })
  }

  return (
    <PromptForm
      title={title}
      description={
        <ul className="list-disc space-y-1 pl-4">
          {effects.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
      confirm={confirm}
      isDangerous={isDangerous}
      isReady={isReady}
      isPending={isPending}
      onSubmit={submit}
    >
      {reason !== "none" && (
        <LongTextField
          label={
            reason === "optional" ? t("order.action.reasonOptional", { label: reasonLabel }) : reasonLabel
          }
          rows={2}
          maxLength={500}
          value={why}
          onText={setWhy}
        />
      )}
      {error && (
        <Text size="small" className="text-ui-fg-error" role="alert">
          {error.message}
        </Text>
      )}
    </PromptForm>
  )
}
