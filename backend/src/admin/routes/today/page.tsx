import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Sun } from "@medusajs/icons"
import { Heading, InlineTip, Skeleton, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { LoadError } from "../../components/load-error"
import { OrderSearch } from "../../order-search/search-box"
import { OrderLists } from "../../today/order-lists"
import { todayQuery } from "../../today/queries"
import { Tasks } from "../../today/tasks"
import SecondFactor from "../../widgets/second-factor"

const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" })

/** What waits for staff, and the orders by state. The admin opens here. */
const TodayPage = () => {
  const { t } = useTranslation("shop")
  const query = useQuery(todayQuery)
  const { data: today, error } = query
  return (
    <div className="flex flex-col gap-y-3">
      <SecondFactor />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-1">
        <Heading>{t("today.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {day.format(new Date())}
        </Text>
      </div>
      <OrderSearch />
      <LoadError what={t("common.pageNotLoaded")} of={query} />
      {today && today.warnings.length > 0 && <Warnings warnings={today.warnings} />}
      {today && <Tasks today={today} />}
      {!today && !error && <Skeleton className="h-48 w-full" aria-label={t("common.loading")} />}
      <OrderLists counts={today?.orders} />
    </div>
  )
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  const { t } = useTranslation("shop")
  return (
    <InlineTip variant="error" label={t("today.warnings")}>
      {warnings.map((warning) => (
        <p key={warning} className="break-words">
          {warning}
        </p>
      ))}
      <Link to="/payments?show=health" className="text-ui-fg-interactive-hover hover:underline">
        {t("today.showHealth")}
      </Link>
    </InlineTip>
  )
}

export const config = defineRouteConfig({ label: "today.title", translationNs: "shop", icon: Sun, rank: 0 })

export default TodayPage
