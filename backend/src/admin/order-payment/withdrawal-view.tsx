import { Heading, StatusBadge, Text } from "@medusajs/ui"
import { formatPence, SEALED_GOODS } from "@shop/contracts"
import type { PaymentPanel } from "@shop/contracts/staff-payments"
import { moment } from "../components/moment"
import { settleWithdrawal } from "../payments/api"
import { ActionDialog } from "./action-dialog"

interface WithdrawalViewProps {
  orderId: string
  withdrawal: NonNullable<PaymentPanel["withdrawal"]>
}

export function WithdrawalView({ orderId, withdrawal }: WithdrawalViewProps) {
  const { at, name, address, items, pence, settledAt, settledBy, note } = withdrawal
  return (
    <section className="flex flex-col gap-3 px-6 py-4" aria-label="Return">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading level="h3">Return</Heading>
          <StatusBadge color={settledAt === null ? "blue" : "green"}>
            {settledAt === null ? "Open" : "Settled"}
          </StatusBadge>
        </div>
        {settledAt === null && (
          <ActionDialog
            label="Mark as settled…"
            title="Is this return settled?"
            effects={[
              "Refund the buyer first, below: this moves no money.",
              "The return leaves the inbox. This cannot be undone.",
              "The buyer is emailed what you write here.",
            ]}
            reason="required"
            reasonLabel="What the buyer is told"
            confirm="Mark as settled"
            run={({ reason }) => settleWithdrawal(orderId, reason ?? "")}
          />
        )}
      </div>
      <Text size="small">
        The buyer withdrew on {moment(at)} from goods of {formatPence(pence)}. Refund within 14 days of
        getting them back. {SEALED_GOODS}
      </Text>
      <ul className="txt-small list-disc pl-5">
        {items.map((item) => (
          <li key={`${item.name}${item.detail}`}>
            {item.quantity} × {item.name} {item.detail}
          </li>
        ))}
      </ul>
      <Text size="small" className="text-ui-fg-subtle">
        {[name, address].filter(Boolean).join(", ")}
      </Text>
      {settledAt !== null && (
        <Text size="small">
          Settled by {settledBy} on {moment(settledAt)}
          {note && `: “${note}”`}
        </Text>
      )}
    </section>
  )
}
