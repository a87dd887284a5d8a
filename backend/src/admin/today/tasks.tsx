import { clx, Container, Text } from "@medusajs/ui"
import type { Today } from "@shop/contracts/staff"
import { Link } from "react-router-dom"
import { day } from "../components/moment"
import { linkToList } from "./queries"

interface Task {
  label: string
  count: number
  to: string
  /** What the count consists of. */
  detail?: string
  isUrgent?: boolean
}

export function Tasks({ today }: { today: Today }) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3" aria-label="To do">
      {tasksOf(today).map(({ label, count, to, detail, isUrgent = false }) => (
        <li key={label}>
          <Link
            to={to}
            className="focus-visible:shadow-borders-focus block h-full rounded-lg outline-none"
            aria-label={`${label}: ${count}`}
          >
            <Container className="hover:bg-ui-bg-base-hover flex h-full flex-col gap-y-1 px-4 py-3">
              <span
                className={clx(
                  "txt-compact-xlarge-plus text-2xl font-medium tabular-nums",
                  count === 0 && "text-ui-fg-muted",
                  count > 0 && isUrgent && "text-ui-tag-red-text",
                )}
              >
                {count}
              </span>
              <Text as="span" size="small" weight="plus" className={clx(count === 0 && "text-ui-fg-subtle")}>
                {label}
              </Text>
              {detail !== undefined && (
                <Text as="span" size="xsmall" className="text-ui-fg-subtle">
                  {detail}
                </Text>
              )}
            </Container>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function tasksOf({ orders, cases, unreadMessages, dataComplaints, stock }: Today): Task[] {
  return [
    { label: "To pack", count: orders.to_pack, to: linkToList("to_pack") },
    { label: "Packed, to ship", count: orders.to_ship, to: linkToList("to_ship") },
    { label: "Card payments to capture", count: orders.to_capture, to: linkToList("to_capture") },
    { label: "Differences to be paid", count: orders.difference_due, to: linkToList("difference_due") },
    {
      label: "Cases to decide",
      count: Object.values(cases).reduce((sum, count) => sum + count, 0),
      to: "/payments?show=inbox",
      detail: detailOf({
        Bitcoin: cases.bitcoin,
        card: cases.card,
        other: cases.other,
        returns: cases.returns,
      }),
      isUrgent: true,
    },
    { label: "Unread messages", count: unreadMessages, to: "/messages" },
    // Rare, and the law has a deadline for them.
    ...(dataComplaints.dueAt === null
      ? []
      : [
          {
            label: "Data protection complaints",
            count: dataComplaints.count,
            to: "/messages",
            detail: `Answer by ${day(dataComplaints.dueAt)}`,
            isUrgent: true,
          },
        ]),
    { label: "Sold out", count: stock.soldOut, to: "/stock-overview?view=sold-out" },
    { label: "Running low", count: stock.low, to: "/stock-overview?view=low" },
    { label: "Awaiting payment", count: orders.awaiting_payment, to: linkToList("awaiting_payment") },
  ]
}

/** `2 Bitcoin, 1 card` */
function detailOf(counts: Record<string, number>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")
}
