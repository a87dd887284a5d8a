import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Container, InlineTip, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "react-router-dom"
import { overviewQuery } from "../api"
import { COMES_FIRST, LoadError } from "../components/load-error"
import { useTexts } from "../components/use-texts"

const SHOWN = 5

const OpenCases = () => {
  const { text, ofCode, time } = useTexts()
  const { data, error, refetch } = useQuery(overviewQuery)
  const [isAll, setIsAll] = useState(false)
  if (error && !data)
    return <LoadError what={text("overview.loadError")} error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { cases, has_more: hasMore, watcher } = data
  const isPolled = watcher.ok
  if (cases.length === 0 && isPolled) return null
  const count = cases.length
  return (
    <div className="flex flex-col gap-y-3" style={COMES_FIRST}>
      {!isPolled && (
        <InlineTip variant="error" label={text("overview.notPolled")} role="alert">
          {watcher.last_poll_at === null
            ? text("overview.neverPolled")
            : text("overview.lastPoll", { date: time(watcher.last_poll_at) })}
          {watcher.failure !== null && (
            <span className="text-ui-fg-subtle block break-words">{watcher.failure}</span>
          )}
        </InlineTip>
      )}
      {count > 0 && (
        <Container className="px-6 py-4" role="region" aria-label={text("overview.region")}>
          <Text size="small" weight="plus">
            {hasMore ? text("overview.titleMany", { count }) : text("overview.title", { count })}
          </Text>
          <ul className="txt-compact-small mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
            {cases
              .slice(0, isAll ? count : SHOWN)
              .map(({ order_id: id, display_id: number, reasons, since }) => (
                <li key={id} className="contents">
                  <Link
                    to={`/orders/${id}`}
                    className="text-ui-fg-interactive-hover font-medium hover:underline"
                  >
                    #{number ?? id}
                  </Link>
                  <span className="flex flex-wrap gap-x-2">
                    <span>{reasons[0] !== undefined && ofCode("reasons", reasons[0])}</span>
                    <span className="text-ui-fg-subtle">{text("overview.since", { date: time(since) })}</span>
                  </span>
                </li>
              ))}
          </ul>
          {count > SHOWN && !isAll && (
            <Button size="small" variant="transparent" className="-ml-2 mt-2" onClick={() => setIsAll(true)}>
              {text("overview.more")}
            </Button>
          )}
        </Container>
      )}
    </div>
  )
}

export const config = defineWidgetConfig({ zone: "order.list.before" })

export default OpenCases
