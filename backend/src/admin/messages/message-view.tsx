import { Button, Container, Heading, InlineTip, Text, usePrompt } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { EmailState } from "../components/email-state"
import { day, moment } from "../components/moment"
import { AnswerForm } from "./answer-form"
import type { Answer, Summary } from "./messages"

interface MessageViewProps {
  message: Summary & { answers: readonly Answer[] }
  onState: (state: "unread" | "read" | "archived") => void
  onDataComplaint: (isDataComplaint: boolean) => void
  onDelete: () => void
  onBack: () => void
}

export function MessageView({ message, onState, onDataComplaint, onDelete, onBack }: MessageViewProps) {
  const { t } = useTranslation("shop")
  const ask = usePrompt()
  const remove = async () => {
    const isSure = await ask({
      title: t("messages.deletion.title"),
      description: t("messages.deletion.text", { name: message.name }),
      confirmText: t("common.delete"),
      cancelText: t("messages.deletion.keep"),
    })
    if (isSure) onDelete()
  }
  const { dueAt, isMarked, markedBy, markedAt } = message
  const changeComplaint = async () => {
    const isSure =
      dueAt === null ||
      (await ask({
        title: t("messages.complaint.unmarkTitle"),
        description: t("messages.complaint.unmarkText"),
        confirmText: t("messages.complaint.unmarkConfirm"),
        cancelText: t("messages.complaint.keep"),
      }))
    if (isSure) onDataComplaint(dueAt === null)
  }
  const isArchived = message.state === "archived"
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
        <div className="min-w-0">
          <Heading level="h2" className="break-words">
            {message.subject}
          </Heading>
          <Text size="small" className="text-ui-fg-subtle break-words">
            {message.name} · <a href={`mailto:${message.email}`}>{message.email}</a> ·{" "}
            {moment(message.receivedAt)}
          </Text>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" className="xl:hidden" onClick={onBack}>
            {t("messages.all")}
          </Button>
          {!isArchived && (
            <Button size="small" variant="secondary" onClick={() => onState("unread")}>
              {t("messages.markUnread")}
            </Button>
          )}
          {!isArchived && (
            <Button size="small" variant="secondary" onClick={() => void changeComplaint()}>
              {dueAt === null ? t("messages.complaint.mark") : t("messages.complaint.unmark")}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={() => onState(isArchived ? "read" : "archived")}>
            {isArchived ? t("messages.toInbox") : t("messages.archive")}
          </Button>
          <Button size="small" variant="secondary" onClick={() => void remove()}>
            {t("common.delete")}
          </Button>
        </div>
      </div>
      {dueAt !== null && (
        <InlineTip variant="warning" label={t("messages.complaint.title")} className="mx-6 my-4">
          {t("messages.complaint.text", { day: day(dueAt) })}
        </InlineTip>
      )}
      {markedBy !== null && markedAt !== null && (
        <Text size="small" className="text-ui-fg-subtle break-words px-6 py-2">
          {isMarked === true
            ? t("messages.complaint.markedBy", { name: markedBy, at: moment(markedAt) })
            : t("messages.complaint.unmarkedBy", { name: markedBy, at: moment(markedAt) })}
        </Text>
      )}
      <Text className="whitespace-pre-wrap break-words px-6 py-4">{message.message}</Text>
      {message.answers.map((answer) => (
        <AnswerView key={answer.id} answer={answer} />
      ))}
      <AnswerForm key={message.id} message={message} />
    </Container>
  )
}

function AnswerView({ answer }: { answer: Answer }) {
  const { t } = useTranslation("shop")
  return (
    <section
      aria-label={t("messages.answer.title")}
      className="bg-ui-bg-subtle flex flex-col gap-y-2 px-6 py-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" className="text-ui-fg-subtle break-words">
          {t("messages.answer.by", { name: answer.answeredBy, at: moment(answer.answeredAt) })}
        </Text>
        {answer.mail && <EmailState state={answer.mail} />}
      </div>
      <Text className="whitespace-pre-wrap break-words">{answer.text}</Text>
      {answer.mail !== "sent" && answer.error && (
        <InlineTip variant="warning" label={t("messages.answer.mailServer")}>
          {answer.error}
        </InlineTip>
      )}
    </section>
  )
}
