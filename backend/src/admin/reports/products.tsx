import { Badge, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import { Card } from "./card"
import type { Report } from "./report"

export function Sellers({ report: { sellers, productsSold } }: { report: Report }) {
  const most = Math.max(1, ...sellers.map(({ pence }) => pence))
  return (
    <Card
      title="Best sellers"
      hint="In orders paid on these days, without cancelled orders and returned items."
    >
      {sellers.length === 0 && <Text className="text-ui-fg-subtle">Nothing yet.</Text>}
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
          {sellers.length} of {productsSold} products. All of them are in <strong>Products as CSV</strong>.
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
  return (
    <Card
      title="Running low"
      hint="On sale with few left, or sold out within three weeks at the current rate."
    >
      {shortages.length === 0 && <Text className="text-ui-fg-subtle">No product is running out.</Text>}
      <ul className="flex flex-col gap-y-3">
        {shortages.map(({ title, available, sold }) => (
          <li key={title} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Text size="small">{title}</Text>
            <span className="flex shrink-0 items-center gap-x-3">
              <Text size="small" className="text-ui-fg-subtle tabular-nums">
                {lasting(available, sold, days)}
              </Text>
              <Badge size="2xsmall" color={available === 0 ? "red" : "orange"}>
                {available === 0 ? "sold out" : `${available} left`}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function lasting(available: number, sold: number, days: number): string {
  if (sold === 0) return "none sold in these days"
  if (available === 0) return `${sold} sold`
  const left = Math.floor((available * days) / sold)
  return left < 1 ? "gone today" : `${left} ${left === 1 ? "day" : "days"} at this pace`
}
