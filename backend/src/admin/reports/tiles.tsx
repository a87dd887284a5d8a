import { Container, Heading, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import type { Report } from "./report"

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

export function Tiles({ report: { sales, orders } }: { report: Report }) {
  const taken = sum(sales.map((one) => one.taken))
  const refunded = sum(sales.map((one) => one.refunded))
  const disputed = sum(sales.map((one) => one.disputed))
  const bitcoin = sum(sales.filter(({ method }) => method === "Bitcoin").map((one) => one.taken))
  const placed = sum(orders.map((one) => one.placed))
  const paid = sum(orders.map((one) => one.paid))
  const percent = (part: number, whole: number) =>
    whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`
  const tiles = [
    {
      name: "Sales",
      value: formatPence(taken),
      beside: `${formatPence(refunded)} refunded${disputed === 0 ? "" : `, ${formatPence(disputed)} disputed`}`,
    },
    { name: "In Bitcoin", value: percent(bitcoin, taken), beside: formatPence(bitcoin) },
    { name: "Orders placed", value: String(placed), beside: `${placed - paid} unpaid` },
    { name: "Orders paid", value: String(paid), beside: `${percent(paid, placed)} of orders placed` },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(({ name, value, beside }) => (
        <Container key={name} className="px-6 py-4">
          <dt>
            <Text size="small" className="text-ui-fg-subtle">
              {name}
            </Text>
          </dt>
          <dd>
            <Heading level="h2" className="text-2xl tabular-nums">
              {value}
            </Heading>
            <Text size="small" className="text-ui-fg-subtle tabular-nums">
              {beside}
            </Text>
          </dd>
        </Container>
      ))}
    </dl>
  )
}
