import { Button, Prompt, Text, toast } from "@medusajs/ui"
import { useRef, useState } from "react"
import { usePerformAction } from "../api"
import { LongTextField } from "../components/field"
import { useTexts } from "../components/use-texts"
import { SHORTEST_REASON } from "../../texts"
import type { Dialog } from "./dialogs"

export interface DialogProps {
  dialog: Dialog
  paymentId: string
  onClose: () => void
  onCloseAutoFocus: (event: Event) => void
}

export function ActionDialog({ dialog, paymentId, onClose, onCloseAutoFocus }: DialogProps) {
  const { text, ofError } = useTexts()
  const idempotencyKey = useRef(crypto.randomUUID())
  const [reason, setReason] = useState("")
  const { mutate, isPending, error } = usePerformAction(paymentId)
  const { action, caseId, reason: asked } = dialog
  const given = reason.trim() === "" ? null : reason.trim()

  function perform() {
    mutate(
      {
        ...{ action, idempotency_key: idempotencyKey.current, reason: given },
        ...(caseId !== null && { case_id: caseId }),
      },
      {
        onSuccess: () => {
          toast.success(text("done"), { description: dialog.done })
          onClose()
        },
      },
    )
  }

  return (
    <Prompt open onOpenChange={onClose}>
      <Prompt.Content style={BESIDE_THE_EDGES} onCloseAutoFocus={onCloseAutoFocus}>
        <Prompt.Header>
          <Prompt.Title>{dialog.title}</Prompt.Title>
          <Prompt.Description>{dialog.effect}</Prompt.Description>
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
            variant={dialog.look === "danger" ? "danger" : "primary"}
            isLoading={isPending}
            disabled={asked === "required" && (given ?? "").length < SHORTEST_REASON}
            onClick={perform}
          >
            {dialog.confirm}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}

/** On a phone. */
const BESIDE_THE_EDGES = { width: "calc(100% - 2rem)" }
