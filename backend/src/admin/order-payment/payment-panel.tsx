import { Button, Container, Heading, InlineTip, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import type { PaymentPanel as Panel } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { useTranslation } from "react-i18next"
import { LoadError } from "../components/load-error"
import { moment } from "../components/moment"
import { completeOrder, panelQuery, releaseUnpaid } from "../payments/api"
import { ActionDialog } from "./action-dialog"
import { panelLabel } from "./panel-label"
import { WithdrawalView } from "./withdrawal-view"

// Medusa places widgets below its own sections; staff must see whether an order is paid before they pack it.
const COMES_FIRST = { order: -2 }

export function PaymentPanel({ orderId }: { orderId: string }) {
  const { t } = useTranslation("shop")
  const query = useQuery(panelQuery(orderId))
  const { data: panel, error } = query
  if (error)
    return (
      <div style={COMES_FIRST}>
        <LoadError what={t("order.paymentNotLoaded")} of={query} />
      </div>
    )
  if (!panel)
    return <Skeleton className="h-32 w-full" style={COMES_FIRST} aria-label={t("order.paymentLoading")} />
  return (
    <Container className="divide-y p-0" role="region" aria-label={t("order.payment")} style={COMES_FIRST}>
      <Head panel={panel} />
      {panel.withdrawal && <WithdrawalView orderId={orderId} withdrawal={panel.withdrawal} />}
    </Container>
  )
}

function Head({ panel }: { panel: Panel }) {
  const { t } = useTranslation("shop")
  const { paymentStatus, id } = panel
  const { label, colour } = panelLabel(panel, t)
  const isReceiptable =
    paymentStatus.outstandingPence <= 0 || (paymentStatus.isCancelled && paymentStatus.capturedPence > 0)
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading level="h2">{t("order.payment")}</Heading>
          <StatusBadge color={colour}>{label}</StatusBadge>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" asChild>
            <a href={`/admin/orders/${id}/packing-slip`} target="_blank" rel="noreferrer">
              {t("order.packingSlip")}
            </a>
          </Button>
          {isReceiptable && (
            <Button size="small" variant="secondary" asChild>
              <a href={`/admin/orders/${id}/receipt`} target="_blank" rel="noreferrer">
                {t("order.receipt")}
              </a>
            </Button>
          )}
          {paymentStatus.mayComplete && (
            <ActionDialog
              label={t("order.complete.open")}
              title={t("order.complete.title")}
              effects={[t("order.complete.leaves"), t("order.complete.stock")]}
              reason="none"
              confirm={t("order.complete.confirm")}
              run={() => completeOrder(id)}
            />
          )}
        </div>
      </div>
      <Shipping panel={panel} />
      <KeptAfterCancellation panel={panel} />
    </div>
  )
}

function Shipping({ panel: { paymentStatus, id, isCapturedByHand } }: { panel: Panel }) {
  const { t } = useTranslation("shop")
  if (paymentStatus.isCancelled) return null
  if (paymentStatus.release)
    return (
      <InlineTip variant="warning" label={t("order.releasedUnpaid")}>
        {t("order.releasedBy", {
          name: paymentStatus.release.by,
          at: moment(paymentStatus.release.at),
          reason: paymentStatus.release.reason,
        })}
      </InlineTip>
    )
  if (paymentStatus.mayShip) return null
  return (
    <InlineTip variant="error" label={t("order.doNotSend")}>
      {paymentStatus.whyUnpaid} {isCapturedByHand && `${t("order.captureByHand")} `}
      {t("order.packingRejected")} <SendUnpaid orderId={id} paymentStatus={paymentStatus} />
    </InlineTip>
  )
}

/** Medusa's dialog cannot name the amount. While a dispute is open the bank holds it. */
function KeptAfterCancellation({ panel: { paymentStatus, isCapturedByHand } }: { panel: Panel }) {
  const { t } = useTranslation("shop")
  const { capturedPence, refundedPence, isCancelled, dispute } = paymentStatus
  const isKept = capturedPence > refundedPence && dispute === null
  if (isCancelled || !isKept) return null
  const paid = formatPence(capturedPence - refundedPence)
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {isCapturedByHand ? t("order.keptByHand", { paid }) : t("order.kept", { paid })}
    </Text>
  )
}

function SendUnpaid({
  orderId,
  paymentStatus: { outstandingPence },
}: {
  orderId: string
  paymentStatus: Panel["paymentStatus"]
}) {
  const { t } = useTranslation("shop")
  return (
    <ActionDialog
      label={t("order.shipUnpaid.open")}
      variant="transparent"
      title={t("order.shipUnpaid.title")}
      effects={[
        outstandingPence > 0
          ? t("order.shipUnpaid.outstanding", { amount: formatPence(outstandingPence) })
          : t("order.shipUnpaid.notHere"),
        t("order.shipUnpaid.allowed"),
        t("order.shipUnpaid.stored"),
      ]}
      reason="required"
      confirm={t("order.shipUnpaid.confirm")}
      isDangerous
      run={({ reason }) => releaseUnpaid(orderId, reason ?? "")}
    />
  )
}
