import { Container, Heading, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import { useTranslation } from "react-i18next"
import type { Report } from "./report"

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

export function Tiles({ report: { sales, orders } }: { report: Report }) {
  const { t } = useTranslation("shop")
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
      name: t("reports.sales.title"),
      value: formatPence(taken),
      beside:
        disputed === 0
          ? t("reports.tiles.refunded", { amount: formatPence(refunded) })
          : t("reports.tiles.refundedAndDisputed", {
              refunded: formatPence(refunded),
              disputed: formatPence(disputed),
            }),
    },
    { name: t("reports.tiles.bitcoin"), value: percent(bitcoin, taken), beside: formatPence(bitcoin) },
    {
      name: t("reports.tiles.placed"),
      value: String(placed),
      beside: t("reports.tiles.unpaid", { count: placed - paid }),
    },
    {
      name: t("reports.tiles.paid"),
      value: String(paid),
      beside: t("reports.tiles.ofPlaced", { share: percent(paid, placed) }),
    },
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
