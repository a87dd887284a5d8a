import { Button, Container, Input, Label, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { inWords } from "../../reports/report"

export function Sales() {
  const { t } = useTranslation("shop")
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const id = useId()
  const words = (day: string, otherwise: string) => (day ? inWords({ from: day, to: day }) : otherwise)
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString()
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4">
      <div>
        <Text weight="plus">{t("payments.sales.title")}</Text>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payments.sales.lead")}
        </Text>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="flex flex-col gap-1">
          <Label htmlFor={`${id}from`} size="small">
            {t("common.from")}
          </Label>
          <Input
            id={`${id}from`}
            type="date"
            size="small"
            value={from}
            max={to}
            onChange={(event) => setFrom(event.target.value)}
          />
        </div>
        <div className="flex flex-col gap-1">
          <Label htmlFor={`${id}to`} size="small">
            {t("payments.sales.to")}
          </Label>
          <Input
            id={`${id}to`}
            type="date"
            size="small"
            value={to}
            min={from}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <Button size="small" variant="secondary" asChild>
          <a href={`/admin/payment-review/sales${query && `?${query}`}`} download>
            {t("common.download")}
          </a>
        </Button>
      </div>
      {/* The browser writes the fields' dates in its own language's order. */}
      <Text size="small" className="text-ui-fg-subtle" role="status">
        {t("payments.sales.days", {
          from: words(from, t("payments.sales.first")),
          to: words(to, t("payments.sales.today")),
        })}
      </Text>
    </Container>
  )
}
