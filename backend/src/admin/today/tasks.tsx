import { clx, Container, Text } from "@medusajs/ui"
import type { Today } from "@shop/contracts/staff"
import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
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
  const { t } = useTranslation("shop")
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3" aria-label={t("today.tasks.title")}>
      {tasksOf(today, t).map(({ label, count, to, detail, isUrgent = false }) => (
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

const KINDS_OF_CASE = ["bitcoin", "card", "other", "returns"] as const

function tasksOf(
  { orders, cases, unreadMessages, dataComplaints, stock }: Today,
  t: TFunction<"shop">,
): Task[] {
  return [
    { label: t("today.lists.to_pack"), count: orders.to_pack, to: linkToList("to_pack") },
    { label: t("today.tasks.toShip"), count: orders.to_ship, to: linkToList("to_ship") },
    { label: t("today.tasks.toCapture"), count: orders.to_capture, to: linkToList("to_capture") },
    { label: t("today.tasks.differenceDue"), count: orders.difference_due, to: linkToList("difference_due") },
    {
      label: t("today.tasks.cases"),
      count: Object.values(cases).reduce((sum, count) => sum + count, 0),
      to: "/payments?show=inbox",
      detail: KINDS_OF_CASE.filter((kind) => cases[kind] > 0)
        .map((kind) => t(`today.tasks.kindOfCase.${kind}`, { count: cases[kind] }))
        .join(", "),
      isUrgent: true,
    },
    { label: t("today.tasks.unreadMessages"), count: unreadMessages, to: "/messages" },
    // Rare, and the law has a deadline for them.
    ...(dataComplaints.dueAt === null
      ? []
      : [
          {
            label: t("today.tasks.dataComplaints"),
            count: dataComplaints.count,
            to: "/messages",
            detail: t("messages.answerBy", { day: day(dataComplaints.dueAt) }),
            isUrgent: true,
          },
        ]),
    { label: t("common.soldOut"), count: stock.soldOut, to: "/stock-overview?view=sold-out" },
    { label: t("common.runningLow"), count: stock.low, to: "/stock-overview?view=low" },
    {
      label: t("today.lists.awaiting_payment"),
      count: orders.awaiting_payment,
      to: linkToList("awaiting_payment"),
    },
  ]
}
