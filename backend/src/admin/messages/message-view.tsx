import { Button, Container, Heading, InlineTip, Text, usePrompt } from "@medusajs/ui"
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
  const ask = usePrompt()
  const remove = async () => {
    const isSure = await ask({
      title: "Delete this message?",
      description: `The message from ${message.name} and its answers are deleted permanently.`,
      confirmText: "Delete",
      cancelText: "Keep it",
    })
    if (isSure) onDelete()
  }
  const { dueAt, isMarked, markedBy, markedAt } = message
  const changeComplaint = async () => {
    const isSure =
      dueAt === null ||
      (await ask({
        title: "Not a complaint about data?",
        description: "The day by which to answer is removed from the message and from Today.",
        confirmText: "Not a complaint",
        cancelText: "Keep the day",
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
            All messages
          </Button>
          {!isArchived && (
            <Button size="small" variant="secondary" onClick={() => onState("unread")}>
              Mark as unread
            </Button>
          )}
          {!isArchived && (
            <Button size="small" variant="secondary" onClick={() => void changeComplaint()}>
              {dueAt === null ? "Mark as complaint about data" : "Not a complaint about data"}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={() => onState(isArchived ? "read" : "archived")}>
            {isArchived ? "Back to the inbox" : "Archive"}
          </Button>
          <Button size="small" variant="secondary" onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
      {dueAt !== null && (
        <InlineTip variant="warning" label="A complaint about personal data" className="mx-6 my-4">
          Find out what happened and write to the sender what you found and did, by {day(dueAt)}. Say so if it
          takes longer.
        </InlineTip>
      )}
      {markedBy !== null && markedAt !== null && (
        <Text size="small" className="text-ui-fg-subtle break-words px-6 py-2">
          {isMarked === true ? "Marked as" : "Marked as not"} a complaint about data by {markedBy} ·{" "}
          {moment(markedAt)}
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
  return (
    <section aria-label="Answer" className="bg-ui-bg-subtle flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" className="text-ui-fg-subtle break-words">
          {answer.answeredBy} answered · {moment(answer.answeredAt)}
        </Text>
        {answer.mail && <EmailState state={answer.mail} />}
      </div>
      <Text className="whitespace-pre-wrap break-words">{answer.text}</Text>
      {answer.mail !== "sent" && answer.error && (
        <InlineTip variant="warning" label="The email server said">
          {answer.error}
        </InlineTip>
      )}
    </section>
  )
}
