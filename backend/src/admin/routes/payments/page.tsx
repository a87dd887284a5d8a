import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { Badge, Heading, Skeleton, Tabs } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { PaymentOverview } from "@shop/contracts/staff-payments"
import { LoadError } from "../../components/load-error"
import { OrderSearch } from "../../order-search/search-box"
import { overviewQuery } from "../../payments/api"
import { ClosedCases, OpenCases } from "../../payments/page/cases"
import { Sales } from "../../payments/page/sales"
import { ShortPayments } from "../../payments/page/short-payments"
import { Health } from "../../payments/page/status"
import { Wallet } from "../../payments/page/wallet"

const PaymentsPage = () => {
  const { t } = useTranslation("shop")
  const query = useQuery(overviewQuery)
  const { data: overview, error } = query
  return (
    <div className="flex flex-col gap-y-3">
      <Heading className="px-1">{t("payments.title")}</Heading>
      <OrderSearch />
      <LoadError what={t("common.pageNotLoaded")} of={query} />
      {overview && <Sections overview={overview} />}
      {!overview && !error && <Skeleton className="h-96 w-full" aria-label={t("payments.loading")} />}
    </div>
  )
}

function Sections({ overview }: { overview: PaymentOverview }) {
  const { t } = useTranslation("shop")
  const [search, setSearch] = useSearchParams()
  return (
    <Tabs
      value={search.get("show") ?? "inbox"}
      onValueChange={(show) => setSearch({ show }, { replace: true })}
      className="flex flex-col gap-y-3"
    >
      <Tabs.List className="flex-wrap">
        <Tabs.Trigger value="inbox">
          {t("payments.tabs.inbox")}{" "}
          {overview.inbox.length > 0 && (
            <Badge size="2xsmall" color="red" className="ml-1">
              {overview.inbox.length}
            </Badge>
          )}
        </Tabs.Trigger>
        <Tabs.Trigger value="done">{t("payments.tabs.done")}</Tabs.Trigger>
        <Tabs.Trigger value="health">
          {t("payments.tabs.health")}
          {overview.needs.length > 0 && (
            <Badge size="2xsmall" color="orange" className="ml-1">
              {overview.needs.length}
            </Badge>
          )}
        </Tabs.Trigger>
        <Tabs.Trigger value="wallet">{t("payments.tabs.wallet")}</Tabs.Trigger>
        <Tabs.Trigger value="sales">{t("payments.tabs.sales")}</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="inbox" className="flex flex-col gap-y-3">
        <OpenCases cases={overview.inbox} />
        <ShortPayments payments={overview.waiting} />
      </Tabs.Content>
      <Tabs.Content value="done">
        <ClosedCases cases={overview.done} />
      </Tabs.Content>
      <Tabs.Content value="health">
        <Health overview={overview} />
      </Tabs.Content>
      <Tabs.Content value="wallet">
        <Wallet overview={overview} />
      </Tabs.Content>
      <Tabs.Content value="sales">
        <Sales />
      </Tabs.Content>
    </Tabs>
  )
}

export const config = defineRouteConfig({ label: "payments.title", translationNs: "shop", icon: CreditCard })

export default PaymentsPage
