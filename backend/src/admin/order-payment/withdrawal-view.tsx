import { Heading, StatusBadge, Text } from "@medusajs/ui"
import { formatPence, SEALED_GOODS } from "@shop/contracts"
import type { PaymentPanel } from "@shop/contracts/staff-payments"
import { useTranslation } from "react-i18next"
import { moment } from "../components/moment"
import { settleWithdrawal } from "../payments/api"
import { ActionDialog } from "./action-dialog"

interface WithdrawalViewProps {
  orderId: string
  withdrawal: NonNullable<PaymentPanel["withdrawal"]>
}

export function WithdrawalView({ orderId, withdrawal }: WithdrawalViewProps) {
  const { t } = useTranslation("shop")
  const { at, name, address, items, pence, settledAt, settledBy, note } = withdrawal
  return (
    <section className="flex flex-col gap-3 px-6 py-4" aria-label={t("order.returns.title")}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading level="h3">{t("order.returns.title")}</Heading>
          <StatusBadge color={settledAt === null ? "blue" : "green"}>
            {settledAt === null ? t("order.returns.open") : t("order.returns.settled")}
          </StatusBadge>
        </div>
        {settledAt === null && (
          <ActionDialog
            label={t("order.returns.settle")}
            title={t("order.returns.settleTitle")}
            effects={[
              t("order.returns.refundFirst"),
              t("order.returns.leavesInbox"),
              t("order.returns.buyerEmailed"),
            ]}
            reason="required"
            reasonLabel={t("order.returns.buyerTold")}
            confirm={t("order.returns.confirm")}
            run={({ reason }) => settleWithdrawal(orderId, reason ?? "")}
          />
        )}
      </div>
      <Text size="small">
        {t("order.returns.withdrew", { at: moment(at), amount: formatPence(pence) })} {SEALED_GOODS}
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
          {note
            ? t("order.returns.settledByWith", { name: settledBy, at: moment(settledAt), note })
            : t("order.returns.settledBy", { name: settledBy, at: moment(settledAt) })}
        </Text>
      )}
    </section>
  )
}
