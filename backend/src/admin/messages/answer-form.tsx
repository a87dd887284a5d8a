import { Button, Label, Text, Textarea, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { LoadError } from "../components/load-error"
import { MESSAGES_KEY, sendAnswer, type Summary } from "./messages"

/** Answers by mail. A retry uses the same key, so it is the same answer. */
export function AnswerForm({ message }: { message: Summary }) {
  const [text, setText] = useState("")
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: () => sendAnswer(message.id, text, requestKey),
    onSuccess: async () => {
      setText("")
      setRequestKey(crypto.randomUUID())
      toast.success("Answered", { description: `Your answer to ${message.name} is on its way.` })
      await client.invalidateQueries({ queryKey: MESSAGES_KEY })
    },
  })
  return (
    <form
      className="flex flex-col gap-y-2 px-6 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate()
      }}
    >
      <Label htmlFor="answer" weight="plus">
        Your answer
      </Label>
      <Textarea
        id="answer"
        rows={6}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <LoadError what="Your answer was not sent" of={answer} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" className="text-ui-fg-subtle">
          Sent to {message.email} in the shop's design. Replies go to the shop's address.
        </Text>
        <Button type="submit" size="small" isLoading={answer.isPending} disabled={text.trim() === ""}>
          Send answer
        </Button>
      </div>
    </form>
  )
}
