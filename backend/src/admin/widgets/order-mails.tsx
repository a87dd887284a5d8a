import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Text, toast, Tooltip } from "@medusajs/ui"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask, failureTitle } from "../components/ask"
import { EmailState } from "../components/email-state"
import { moment } from "../components/moment"
import { LoadError } from "../components/load-error"
import { Section } from "../components/section"

const mailSchema = z.object({
  id: z.string(),
  label: z.string(),
  to: z.string(),
  state: z.enum(["pending", "sent", "failed"]),
  attempts: z.number(),
  askedAt: z.string(),
  sentAt: z.string().nullable(),
  error: z.string().nullable(),
  isForBuyer: z.boolean(),
})
type Mail = z.infer<typeof mailSchema>
const answer = z.object({ mails: z.array(mailSchema) })

const OrderMails = ({ data: { id } }: { data: { id: string } }) => {
  const { t } = useTranslation("shop")
  const queryKey = ["order-mails", id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(answer, `/admin/orders/${id}/mails`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.mails.some((mail) => mail.state === "pending") === true ? 3000 : 30_000,
  })
  const mails = query.data?.mails
  return (
    <Section title={t("order.emails.title")}>
      <LoadError what={t("order.emails.notLoaded")} of={query} className="px-6 py-4" />
      {mails?.length === 0 && <Text className="text-ui-fg-subtle px-6 py-4">{t("order.emails.none")}</Text>}
      <ul className="divide-y">
        {mails?.map((mail) => (
          <li key={mail.id} className="flex flex-col gap-y-1 px-6 py-3">
            <MailRow orderId={id} mail={mail} queryKey={queryKey} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function MailRow({ orderId, mail, queryKey }: { orderId: string; mail: Mail; queryKey: string[] }) {
  const { t } = useTranslation("shop")
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () =>
      ask(z.unknown(), `/admin/orders/${orderId}/mails/${mail.id}/resend`, {
        method: "POST",
        body: { requestKey },
      }),
    onSuccess: async () => {
      setRequestKey(crypto.randomUUID())
      toast.success(t("order.emails.sending"), { description: mail.label })
      await client.invalidateQueries({ queryKey })
    },
    onError: (error) =>
      toast.error(failureTitle(t("order.emails.notSent"), error), { description: error.message }),
  })
  const name = mail.label
  return (
    <>
      <div className="flex items-center justify-between gap-x-2">
        <Text size="small" weight="plus">
          {name}
        </Text>
        <EmailState state={mail.state} />
      </div>
      <div className="flex items-center justify-between gap-x-2">
        <Text size="small" className="text-ui-fg-subtle min-w-0 break-words">
          {mail.to}
          <br />
          {moment(mail.sentAt ?? mail.askedAt)}
        </Text>
        {mail.isForBuyer && mail.state !== "pending" && (
          <Tooltip content={t("order.emails.toCurrent")}>
            <Button
              size="small"
              variant="transparent"
              isLoading={again.isPending}
              aria-label={t("order.emails.sendAgainNamed", { label: name })}
              onClick={() => again.mutate()}
            >
              {t("order.emails.sendAgain")}
            </Button>
          </Tooltip>
        )}
      </div>
      {mail.state !== "sent" && mail.error && (
        <Text size="small" className="text-ui-fg-error break-words">
          {mail.error}
          {mail.state === "pending" && ` ${t("order.emails.attempts", { count: mail.attempts })}`}
        </Text>
      )}
    </>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side.after" })

export default OrderMails
