import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Badge, Button, Heading, InlineTip, Skeleton, Tabs } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { BitcoinIcon } from "../../bitcoin/page/bitcoin-icon"
import { Done } from "../../bitcoin/page/done"
import { Health } from "../../bitcoin/page/health"
import { Inbox } from "../../bitcoin/page/inbox"
import { overviewQuery, type Overview } from "../../bitcoin/page/overview"
import { Sales } from "../../bitcoin/page/sales"
import { Wallet } from "../../bitcoin/page/wallet"

/** What needs a person, what was decided, how the watcher fares, the wallet, and the books. */
const BitcoinPage = () => {
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  return (
    <div className="flex flex-col gap-y-3">
      <Heading className="px-1">Bitcoin</Heading>
      {error && (
        <InlineTip variant="error" label="It could not be read">
          {error.message}{" "}
          <Button size="small" variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </InlineTip>
      )}
      {overview && <Sections overview={overview} />}
      {!overview && !error && <Skeleton className="h-96 w-full" aria-label="The cases are being read" />}
    </div>
  )
}

function Sections({ overview }: { overview: Overview }) {
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
        <Inbox cases={overview.inbox} />
      </Tabs.Content>
      <Tabs.Content value="done">
        <Done done={overview.done} />
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

export const config = defineRouteConfig({ label: "Bitcoin", icon: BitcoinIcon })

export default BitcoinPage
