import { Checkbox, StatusBadge, Table } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import type { ListedOrders } from "@shop/contracts/staff"
import { Link } from "react-router-dom"
import { moment } from "../components/moment"
import { LISTS } from "./queries"

interface OrderTableProps {
  orders: ListedOrders["orders"]
  ticked: ReadonlySet<string>
  onTick: (id: string, isTicked: boolean) => void
}

/** A line for each order. A phone shows the time and the method below the customer's name. */
export function OrderTable({ orders, ticked, onTick }: OrderTableProps) {
  return (
    <Table>
      <Table.Header className="max-md:hidden">
        <Table.Row>
          <Table.HeaderCell className="w-10">
            <span className="sr-only">Selected</span>
          </Table.HeaderCell>
          <Table.HeaderCell>Order</Table.HeaderCell>
          <Table.HeaderCell>Placed</Table.HeaderCell>
          <Table.HeaderCell>Customer</Table.HeaderCell>
          <Table.HeaderCell>Paid by</Table.HeaderCell>
          <Table.HeaderCell className="text-right">Total</Table.HeaderCell>
          <Table.HeaderCell>State</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {orders.map(({ id, number, placedAt, customer, paidBy, pence, state, needsReview }) => (
          <Table.Row key={id} className="[&>td]:py-3 max-md:[&>td]:!pr-4 max-md:[&>td]:align-top">
            <Table.Cell className="w-10 !pl-4 md:!pl-6">
              <Checkbox
                aria-label={`Select order ${number}`}
                checked={ticked.has(id)}
                onCheckedChange={(checked) => onTick(id, checked === true)}
              />
            </Table.Cell>
            <Table.Cell>
              <Link to={`/orders/${id}`} className="text-ui-fg-interactive font-medium hover:underline">
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
  return (
    <span className="flex flex-wrap gap-1 max-md:flex-col max-md:items-end">
      <StatusBadge color={LISTS[state].colour}>{LISTS[state].label}</StatusBadge>
      {needsReview && <StatusBadge color="red">{LISTS.needs_review.label}</StatusBadge>}
    </span>
  )
}
