import { Container, Text } from "@medusajs/ui"
import { formatBitcoin, formatPence } from "@shop/contracts"
import type { ShortPayment } from "@shop/contracts/staff-payments"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { moment } from "../../components/moment"

/** Underpaid orders with time left, in grey below the cases: nothing is to be decided yet. */
export function ShortPayments({ payments }: { payments: readonly ShortPayment[] }) {
  const { t } = useTranslation("shop")
  if (payments.length === 0) return null
  return (
    <Container className="text-ui-fg-muted flex flex-col gap-y-2">
      <Text size="small" weight="plus" className="text-ui-fg-subtle">
        {t("payments.states.underpaid")}
      </Text>
      <ul className="flex flex-col gap-y-1">
        {payments.map(({ orderId, number, missingPence, missingSats, until }) => (
          <li key={orderId} className="txt-small tabular-nums">
            <Link to={`/orders/${orderId}`} className="text-ui-fg-subtle font-medium hover:underline">
              #{number ?? "?"}
            </Link>{" "}
            {t("payments.short.missing", {
              pounds: formatPence(missingPence),
              bitcoin: formatBitcoin(BigInt(missingSats)),
              until: moment(until),
            })}
          </li>
        ))}
      </ul>
      <Text size="xsmall">{t("payments.short.nothingToDo")}</Text>
    </Container>
  )
}
