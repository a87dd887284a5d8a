import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Badge, Button, Heading, InlineTip, Skeleton, Tabs } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import type { PaymentOverview } from "@shop/contracts/staff-payments"
import { overviewQuery } from "../../bitcoin/api"
import { ClosedCases, OpenCases } from "../../bitcoin/page/cases"
import { Sales } from "../../bitcoin/page/sales"
import { Health, Wallet } from "../../bitcoin/page/status"

/** Open and closed cases, the watcher's health, the wallet and the sales. */
const BitcoinPage = () => {
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  return (
    <div className="flex flex-col gap-y-3">
      <Heading className="px-1">Bitcoin</Heading>
      {error && (
        <InlineTip variant="error" label="The page could not be loaded">
          {error.message}{" "}
          <Button size="small" variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </InlineTip>
      )}
      {overview && <Sections overview={overview} />}
      {!overview && !error && <Skeleton className="h-96 w-full" aria-label="Loading the cases" />}
    </div>
  )
}

function Sections({ overview }: { overview: PaymentOverview }) {
  const [search, setSearch] = useSearchParams()
  return (
    <Tabs
      value={search.get("show") ?? "inbox"}
      onValueChange={(show) => setSearch({ show }, { replace: true })}
      className="flex flex-col gap-y-3"
    >
      <Tabs.List className="flex-wrap">
        <Tabs.Trigger value="inbox">
          Inbox{" "}
          {overview.inbox.length > 0 && (
            <Badge size="2xsmall" color="red" className="ml-1">
              {overview.inbox.length}
            </Badge>
          )}
        </Tabs.Trigger>
        <Tabs.Trigger value="done">Done</Tabs.Trigger>
        <Tabs.Trigger value="health">Health</Tabs.Trigger>
        <Tabs.Trigger value="wallet">Wallet</Tabs.Trigger>
        <Tabs.Trigger value="sales">Sales</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="inbox">
        <OpenCases cases={overview.inbox} />
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

function BitcoinIcon() {
  return (
    <svg
      width="15"
      height="15"
      viewBox="0 0 15 15"
      fill="none"
      aria-hidden="true"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="7.5" cy="7.5" r="6.2" />
      <path d="M6 4.6h2.2a1.4 1.4 0 0 1 0 2.8H6Zm0 2.8h2.6a1.5 1.5 0 0 1 0 3H6Zm0-2.8v5.8M7.4 3.6v1m0 5.8v1" />
    </svg>
  )
}

export const config = defineRouteConfig({ label: "Bitcoin", icon: BitcoinIcon })

export default BitcoinPage
