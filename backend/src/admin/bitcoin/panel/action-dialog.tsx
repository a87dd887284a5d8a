import { Button, Prompt, Text, toast } from "@medusajs/ui"
import { useRef, useState } from "react"
import { LongTextField } from "../../components/fields"
import { useAction } from "./panel"

export interface ActionDialogProps {
  label: string
  variant?: "primary" | "secondary" | "transparent" | "danger"
  title: string
  /** What will happen, a sentence each. */
  happens: readonly string[]
  reason: "required" | "optional" | "none"
  confirm: string
  isDangerous?: boolean
  path: string
  /** Whether the call wants a key of its own for each press. */
  hasKey?: boolean
}

const SHORTEST_REASON = 5

/** A button that says what will happen before it does, and asks why where that is kept. */
export function ActionDialog(decision: ActionDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant={decision.variant ?? "secondary"} onClick={() => setIsOpen(true)}>
        {decision.label}
      </Button>
      <Prompt
        open={isOpen}
        onOpenChange={setIsOpen}
        variant={decision.isDangerous ? "danger" : "confirmation"}
      >
        {isOpen && <Question decision={decision} onDone={() => setIsOpen(false)} />}
      </Prompt>
    </>
  )
}

function Question({ decision, onDone }: { decision: ActionDialogProps; onDone: () => void }) {
  const { title, happens, reason, confirm, path, hasKey = true, isDangerous = false } = decision
  // One for each time the question is asked: a second click, or a retry after a lost answer, is the same decision.
  const key = useRef(crypto.randomUUID())
  const [why, setWhy] = useState("")
  const { mutate, isPending, error } = useAction()
  const isReady = reason !== "required" || why.trim().length >= SHORTEST_REASON

  function decide() {
    const said = why.trim() === "" ? {} : { reason: why.trim() }
    const body = { ...(hasKey && { key: key.current }), ...said }
    mutate(
      { path, body },
      {
        onSuccess: () => {
          toast.success("Done", { description: title.replace(/\?$/, "") })
          onDone()
        },
      },
    )
  }

  return (
    <Prompt.Content>
      <Prompt.Header>
        <Prompt.Title>{title}</Prompt.Title>
        <Prompt.Description asChild>
          <ul className="list-disc space-y-1 pl-4">
            {happens.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Prompt.Description>
      </Prompt.Header>
      {reason !== "none" && (
        <div className="px-6 pt-4">
          <LongTextField
            label={reason === "optional" ? "Why (optional)" : "Why"}
            rows={2}
            maxLength={500}
            value={why}
            onText={setWhy}
          />
        </div>
      )}
      {error && (
        <Text size="small" className="text-ui-fg-error px-6 pt-3" role="alert">
          {error.message}
        </Text>
      )}
      <Prompt.Footer>
        <Button size="small" variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button
          size="small"
          variant={isDangerous ? "danger" : "primary"}
          isLoading={isPending}
          disabled={!isReady}
          onClick={decide}
        >
          {confirm}
        </Button>
      </Prompt.Footer>
    </Prompt.Content>
  )
}
