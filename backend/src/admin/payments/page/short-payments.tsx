import { Container, Text } from "@medusajs/ui"
import { formatBitcoin, formatPence } from "@shop/contracts"
import type { ShortPayment } from "@shop/contracts/staff-payments"
import { Link } from "react-router-dom"
import { moment } from "../../components/moment"

/** Underpaid orders with time left, in grey below the cases: nothing is to be decided yet. */
export function ShortPayments({ payments }: { payments: readonly ShortPayment[] }) {
  if (payments.length === 0) return null
  return (
    <Container className="text-ui-fg-muted flex flex-col gap-y-2">
      <Text size="small" weight="plus" className="text-ui-fg-subtle">
        Underpaid, time left
      </Text>
      <ul className="flex flex-col gap-y-1">
        {payments.map(({ orderId, number, missingPence, missingSats, until }) => (
          <li key={orderId} className="txt-small tabular-nums">
            <Link to={`/orders/${orderId}`} className="text-ui-fg-subtle font-medium hover:underline">
              #{number ?? "?"}
            </Link>{" "}
            {formatPence(missingPence)} missing ({formatBitcoin(BigInt(missingSats))} BTC), waiting until{" "}
            {moment(until)}
          </li>
        ))}
      </ul>
      <Text size="xsmall">
        You don&apos;t need to do anything: the buyers were emailed and can still send the rest. If the time
        runs out, the payment becomes a case.
      </Text>
    </Container>
  )
}
