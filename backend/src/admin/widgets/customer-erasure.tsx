import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Container, Heading, Text, toast, usePrompt } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { z } from "zod"
import { ask } from "../components/ask"
import { LoadError } from "../components/load-error"

const CustomerErasure = ({ data: { id, email } }: { data: { id: string; email: string } }) => {
  const { t } = useTranslation("shop")
  const prompt = usePrompt()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask(z.undefined(), `/admin/customers/${id}/erasure`, { method: "POST" }),
    onSuccess: async () => {
      toast.success(t("store.erasure.done"))
      await client.invalidateQueries()
      await navigate("/customers")
    },
  })
  const confirm = async () => {
    const isSure = await prompt({
      title: t("store.erasure.sureTitle"),
      description: t("store.erasure.sure", { email }),
      confirmText: t("store.erasure.confirm"),
      variant: "danger",
    })
    if (isSure) mutate()
  }
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h2">{t("store.erasure.title")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t("store.erasure.text")}
      </Text>
      <LoadError what={t("store.erasure.failed")} of={{ error }} />
      <div>
        <Button size="small" variant="danger" isLoading={isPending} onClick={() => void confirm()}>
          {t("store.erasure.open")}
        </Button>
      </div>
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "customer.details.after" })

export default CustomerErasure
