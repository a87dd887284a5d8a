import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ChatBubbleLeftRight } from "@medusajs/icons"
import { clx, Container, Skeleton, Text, toast } from "@medusajs/ui"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { MessageList } from "../../messages/message-list"
import { MessageView } from "../../messages/message-view"
import {
  deleteMessage,
  LISTS_KEY,
  markDataComplaint,
  MESSAGES_KEY,
  messageQuery,
  messagesQuery,
  setState,
  type Folder,
  type Summary,
} from "../../messages/messages"
import { LoadError } from "../../components/load-error"

const MessagesPage = () => {
  const { t } = useTranslation("shop")
  const [address, setAddress] = useSearchParams()
  const folder: Folder = address.get("folder") === "archived" ? "archived" : "inbox"
  const page = Math.max(0, Number.parseInt(address.get("page") ?? "0", 10) || 0)
  const openId = address.get("id")
  const go = (to: { folder?: Folder; page?: number; id?: string }) =>
    setAddress({
      ...(to.folder === "archived" && { folder: "archived" }),
      ...(to.page && { page: String(to.page) }),
      ...(to.id && { id: to.id }),
    })

  const client = useQueryClient()
  const list = useQuery({ ...messagesQuery(folder, page), placeholderData: keepPreviousData })
  const open = useQuery({ ...messageQuery(openId ?? ""), enabled: openId !== null })
  const refresh = () => client.invalidateQueries({ queryKey: MESSAGES_KEY })
  const showError = (error: Error) => toast.error(t("messages.failed"), { description: error.message })
  const change = useMutation({
    mutationFn: (update: () => Promise<unknown>) => update(),
    onSuccess: refresh,
    onError: showError,
  })
  const remove = useMutation({
    mutationFn: deleteMessage,
    onSuccess: async (_, id) => {
      // Refetching the deleted message would answer 404, so only the lists are refetched.
      client.removeQueries({ queryKey: messageQuery(id).queryKey, type: "inactive" })
      await client.invalidateQueries({ queryKey: LISTS_KEY })
    },
    onError: showError,
  })

  const read = (message: Summary) => {
    go({ folder, page, id: message.id })
    if (message.state === "unread") change.mutate(() => setState(message.id, "read"))
  }
  const close = () => go({ folder, page })
  return (
    <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(22rem,2fr)_3fr]">
      <div className={clx("min-w-0 flex-col gap-y-3 xl:flex", openId === null ? "flex" : "hidden")}>
        <LoadError what={t("messages.notLoaded")} of={list} />
        {list.data && (
          <MessageList
            folder={folder}
            page={page}
            openId={openId}
            {...list.data}
            onFolder={(next) => go({ folder: next })}
            onPage={(next) => go({ folder, page: next })}
            onOpen={read}
          />
        )}
        {list.isPending && <Skeleton className="h-96 w-full" aria-label={t("messages.loading")} />}
      </div>
      {openId === null && (
        <Container className="hidden px-6 py-16 text-center xl:block">
          <Text className="text-ui-fg-subtle">{t("messages.choose")}</Text>
        </Container>
      )}
      {openId !== null && <LoadError what={t("messages.oneNotLoaded")} of={open} />}
      {openId !== null && open.data && (
        <MessageView
          message={open.data}
          onState={(state) => {
            change.mutate(() => setState(open.data.id, state))
            if (state !== "read") close()
          }}
          onDataComplaint={(isDataComplaint) =>
            change.mutate(() => markDataComplaint(open.data.id, isDataComplaint))
          }
          onBack={close}
          onDelete={() => {
            remove.mutate(open.data.id)
            close()
          }}
        />
      )}
    </div>
  )
}

export const config = defineRouteConfig({
  label: "messages.title",
  translationNs: "shop",
  icon: ChatBubbleLeftRight,
})

export default MessagesPage
