import { Badge, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import type { TFunction } from "i18next"
import { Trans, useTranslation } from "react-i18next"
import { Card } from "./card"
import type { Report } from "./report"

export function Sellers({ report: { sellers, productsSold } }: { report: Report }) {
  const { t } = useTranslation("shop")
  const most = Math.max(1, ...sellers.map(({ pence }) => pence))
  return (
    <Card title={t("reports.sellers.title")} hint={t("reports.sellers.hint")}>
      {sellers.length === 0 && <Text className="text-ui-fg-subtle">{t("reports.sellers.none")}</Text>}
      <ol className="flex flex-col gap-y-3">
        {sellers.map(({ title, quantity, pence }) => (
          <li key={title}>
            <div className="flex justify-between gap-4">
              <Text size="small">{title}</Text>
              <Text size="small" className="text-ui-fg-subtle shrink-0 tabular-nums">
                {quantity} × · {formatPence(pence)}
              </Text>
            </div>
            <div aria-hidden className="bg-ui-bg-component mt-1 h-2 rounded">
              <div
                className="bg-ui-tag-purple-icon h-2 rounded"
                style={{ width: `${(pence / most) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
      {productsSold > sellers.length && (
        <Text size="small" className="text-ui-fg-subtle">
          <Trans
            t={t}
            i18nKey="reports.sellers.more"
            count={productsSold}
            values={{ shown: sellers.length }}
          />
        </Text>
      )}
    </Card>
  )
}

interface ShortagesProps {
  report: Report
  days: number
}

export function Shortages({ report: { shortages }, days }: ShortagesProps) {
  const { t } = useTranslation("shop")
  return (
    <Card title={t("common.runningLow")} hint={t("reports.shortages.hint")}>
      {shortages.length === 0 && <Text className="text-ui-fg-subtle">{t("reports.shortages.none")}</Text>}
      <ul className="flex flex-col gap-y-3">
        {shortages.map(({ title, available, sold }) => (
          <li key={title} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Text size="small">{title}</Text>
            <span className="flex shrink-0 items-center gap-x-3">
              <Text size="small" className="text-ui-fg-subtle tabular-nums">
                {lasting(available, sold, days, t)}
              </Text>
              <Badge size="2xsmall" color={available === 0 ? "red" : "orange"}>
                {available === 0
                  ? t("reports.shortages.soldOut")
                  : t("reports.shortages.left", { count: available })}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function lasting(available: number, sold: number, days: number, t: TFunction<"shop">): string {
  if (sold === 0) return t("reports.shortages.noneSold")
  if (available === 0) return t("reports.shortages.sold", { count: sold })
  const left = Math.floor((available * days) / sold)
  return left < 1 ? t("reports.shortages.goneToday") : t("reports.shortages.lasting", { count: left })
}
