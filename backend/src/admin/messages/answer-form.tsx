import { Button, Label, Text, Textarea, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { LoadError } from "../components/load-error"
import { MESSAGES_KEY, sendAnswer, type Summary } from "./messages"

/** Answers by mail. A retry uses the same key, so it is the same answer. */
export function AnswerForm({ message }: { message: Summary }) {
  const { t } = useTranslation("shop")
  const [text, setText] = useState("")
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: () => sendAnswer(message.id, text, requestKey),
    onSuccess: async () => {
      setText("")
      setRequestKey(crypto.randomUUID())
      toast.success(t("messages.answered"), {
        description: t("messages.answer.onItsWay", { name: message.name }),
      })
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
        {t("messages.answer.yours")}
      </Label>
      <Textarea
        id="answer"
        rows={6}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <LoadError what={t("messages.answer.notSent")} of={answer} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" className="text-ui-fg-subtle">
          {t("messages.answer.sentTo", { email: message.email })}
        </Text>
        <Button type="submit" size="small" isLoading={answer.isPending} disabled={text.trim() === ""}>
          {t("messages.answer.send")}
        </Button>
      </div>
    </form>
  )
}
