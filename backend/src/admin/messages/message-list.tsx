import { Badge, clx, Tabs, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { day, moment } from "../components/moment"
import { Pager } from "../components/rows"
import { Section } from "../components/section"
import { PAGE_SIZE, type Folder, type Summary } from "./messages"

interface MessageListProps {
  folder: Folder
  messages: readonly Summary[]
  count: number
  unread: number
  page: number
  openId: string | null
  onFolder: (folder: Folder) => void
  onPage: (page: number) => void
  onOpen: (message: Summary) => void
}

export function MessageList(props: MessageListProps) {
  const { t } = useTranslation("shop")
  const { folder, messages, count, unread, page, openId } = props
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  return (
    <Section
      title={t("messages.title")}
      level="h1"
      badge={
        unread > 0 && (
          <Badge size="2xsmall" color="blue">
            {t("messages.unread", { count: unread })}
          </Badge>
        )
      }
      actions={
        <Tabs
          value={folder}
          onValueChange={(value) => props.onFolder(value === "archived" ? "archived" : "inbox")}
        >
          <Tabs.List>
            <Tabs.Trigger value="inbox">{t("messages.inbox")}</Tabs.Trigger>
            <Tabs.Trigger value="archived">{t("messages.archived")}</Tabs.Trigger>
          </Tabs.List>
        </Tabs>
      }
    >
      {messages.length === 0 ? (
        <Text className="text-ui-fg-subtle px-6 py-10 text-center">
          {folder === "archived" ? t("messages.noneArchived") : t("messages.none")}
        </Text>
      ) : (
        <ul className="divide-y">
          {messages.map((message) => (
            <li key={message.id}>
              <Row message={message} isOpen={message.id === openId} onOpen={() => props.onOpen(message)} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Pager
          page={page}
          hasMore={page + 1 < pages}
          onPage={props.onPage}
          labels={[t("messages.newer"), t("messages.older")]}
        >
          {t("messages.page", { page: page + 1, pages })}
        </Pager>
      )}
    </Section>
  )
}

function Row({ message, isOpen, onOpen }: { message: Summary; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation("shop")
  const { name, subject, message: text, state, receivedAt, dueAt } = message
  const isUnread = state === "unread"
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={clx(
        "hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus block w-full px-6 py-3 text-left outline-none",
        isOpen && "bg-ui-bg-highlight hover:bg-ui-bg-highlight-hover",
      )}
    >
      <span className="flex items-baseline justify-between gap-x-3">
        <Text as="span" size="small" weight={isUnread ? "plus" : "regular"} className="truncate">
          {isUnread && (
            <span className="bg-ui-tag-blue-icon mr-2 inline-block h-2 w-2 rounded-full align-middle">
              <span className="sr-only">{t("messages.isUnread")} </span>
            </span>
          )}
          {name}
        </Text>
        <Text as="span" size="xsmall" className="text-ui-fg-subtle whitespace-nowrap">
          {moment(receivedAt)}
        </Text>
      </span>
      <span className="flex items-baseline justify-between gap-x-3">
        <Text as="span" size="small" weight={isUnread ? "plus" : "regular"} className="truncate">
          {subject}
        </Text>
        {dueAt !== null && (
          <Badge size="2xsmall" color="red" className="whitespace-nowrap">
            {t("messages.answerBy", { day: day(dueAt) })}
          </Badge>
        )}
        {state === "answered" && (
          <Badge size="2xsmall" color="green">
            {t("messages.answered")}
          </Badge>
        )}
      </span>
      <Text as="span" size="small" className="text-ui-fg-subtle block truncate">
        {text}
      </Text>
    </button>
  )
}
