import { Checkbox, StatusBadge, Table } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import type { ListedOrders } from "@shop/contracts/staff"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { moment } from "../components/moment"
import { COLOURS } from "./queries"

interface OrderTableProps {
  orders: ListedOrders["orders"]
  ticked: ReadonlySet<string>
  onTick: (id: string, isTicked: boolean) => void
}

/** A line for each order. A phone shows the time and the method below the customer's name. */
export function OrderTable({ orders, ticked, onTick }: OrderTableProps) {
  const { t } = useTranslation("shop")
  return (
    <Table>
      <Table.Header className="max-md:hidden">
        <Table.Row>
          <Table.HeaderCell className="w-10">
            <span className="sr-only">{t("today.orders.selected")}</span>
          </Table.HeaderCell>
          <Table.HeaderCell>{t("common.order")}</Table.HeaderCell>
          <Table.HeaderCell>{t("today.orders.placed")}</Table.HeaderCell>
          <Table.HeaderCell>{t("today.orders.customer")}</Table.HeaderCell>
          <Table.HeaderCell>{t("today.orders.paidBy")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">{t("common.total")}</Table.HeaderCell>
          <Table.HeaderCell>{t("today.orders.state")}</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {orders.map(({ id, number, placedAt, customer, paidBy, pence, state, needsReview }) => (
          <Table.Row key={id} className="[&>td]:py-3 max-md:[&>td]:!pr-4 max-md:[&>td]:align-top">
            <Table.Cell className="w-10 !pl-4 md:!pl-6">
              <Checkbox
                aria-label={t("today.orders.select", { number })}
                checked={ticked.has(id)}
                onCheckedChange={(checked) => onTick(id, checked === true)}
              />
            </Table.Cell>
            <Table.Cell>
              <Link to={`/orders/${id}`} className="text-ui-fg-interactive-hover font-medium hover:underline">
                #{number}
              </Link>
            </Table.Cell>
            <Table.Cell className="whitespace-nowrap tabular-nums max-md:hidden">
              {moment(placedAt)}
            </Table.Cell>
            <Table.Cell className="min-w-0 whitespace-normal break-words">
              {customer}
              <span className="text-ui-fg-subtle block whitespace-nowrap md:hidden">{moment(placedAt)}</span>
              <span className="text-ui-fg-subtle block md:hidden">{paidBy}</span>
            </Table.Cell>
            <Table.Cell className="whitespace-nowrap max-md:hidden">{paidBy}</Table.Cell>
            <Table.Cell className="whitespace-nowrap text-right tabular-nums">
              {formatPence(pence)}
              <span className="mt-1 flex justify-end md:hidden">
                <OrderStates state={state} needsReview={needsReview} />
              </span>
            </Table.Cell>
            <Table.Cell className="max-md:hidden">
              <OrderStates state={state} needsReview={needsReview} />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}

export function OrderStates({
  state,
  needsReview,
}: Pick<ListedOrders["orders"][number], "state" | "needsReview">) {
  const { t } = useTranslation("shop")
  return (
    <span className="flex flex-wrap gap-1 max-md:flex-col max-md:items-end">
      <StatusBadge color={COLOURS[state]}>{t(`today.lists.${state}`)}</StatusBadge>
      {needsReview && <StatusBadge color={COLOURS.needs_review}>{t("today.lists.needs_review")}</StatusBadge>}
    </span>
  )
}
