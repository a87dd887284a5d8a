import { Button, Container, Heading, InlineTip, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import type { PaymentPanel as Panel } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { LoadError } from "../components/load-error"
import { moment } from "../components/moment"
import { panelQuery, releaseUnpaid } from "../payments/api"
import { ActionDialog } from "./action-dialog"
import { panelLabel } from "./panel-label"
import { WithdrawalView } from "./withdrawal-view"

// Medusa places widgets below its own sections; staff must see whether an order is paid before they pack it.
const COMES_FIRST = { order: -2 }

export function PaymentPanel({ orderId }: { orderId: string }) {
  const query = useQuery(panelQuery(orderId))
  const { data: panel, error } = query
  if (error)
    return (
      <div style={COMES_FIRST}>
        <LoadError what="The payment could not be loaded" of={query} />
      </div>
    )
  if (!panel) return <Skeleton className="h-32 w-full" style={COMES_FIRST} aria-label="Loading the payment" />
  return (
    <Container className="divide-y p-0" role="region" aria-label="Payment" style={COMES_FIRST}>
      <Head panel={panel} />
      {panel.withdrawal && <WithdrawalView orderId={orderId} withdrawal={panel.withdrawal} />}
    </Container>
  )
}

function Head({ panel }: { panel: Panel }) {
  const { paymentStatus, id } = panel
  const { label, colour } = panelLabel(panel)
  const isReceiptable =
    paymentStatus.outstandingPence <= 0 || (paymentStatus.isCancelled && paymentStatus.capturedPence > 0)
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading level="h2">Payment</Heading>
          <StatusBadge color={colour}>{label}</StatusBadge>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" asChild>
            <a href={`/admin/orders/${id}/packing-slip`} target="_blank" rel="noreferrer">
              Packing slip
            </a>
          </Button>
          {isReceiptable && (
            <Button size="small" variant="secondary" asChild>
              <a href={`/admin/orders/${id}/receipt`} target="_blank" rel="noreferrer">
                Receipt
              </a>
            </Button>
          )}
        </div>
      </div>
      <Shipping panel={panel} />
      <KeptAfterCancellation panel={panel} />
    </div>
  )
}

function Shipping({ panel: { paymentStatus, id, isCapturedByHand } }: { panel: Panel }) {
  if (paymentStatus.isCancelled) return null
  if (paymentStatus.release)
    return (
      <InlineTip variant="warning" label="Released unpaid">
        {paymentStatus.release.by} released this order unpaid on {moment(paymentStatus.release.at)}: “
        {paymentStatus.release.reason}”
      </InlineTip>
    )
  if (paymentStatus.mayShip) return null
  return (
    <InlineTip variant="error" label="Do not send">
      {paymentStatus.whyUnpaid} {isCapturedByHand && "Capture it in the Payments section below. "}
      Packing is rejected. <SendUnpaid orderId={id} paymentStatus={paymentStatus} />
    </InlineTip>
  )
}

/** Medusa's dialog cannot name the amount. */
function KeptAfterCancellation({ panel: { paymentStatus, isCapturedByHand } }: { panel: Panel }) {
  const { capturedPence, refundedPence, isCancelled, dispute } = paymentStatus
  const isKept = capturedPence > refundedPence && dispute !== "lost"
  if (isCancelled || !isKept) return null
  const paid = formatPence(capturedPence - refundedPence)
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {isCapturedByHand
        ? `${paid} is paid. Cancelling the order only enters a refund of it: return the money where you charged it.`
        : `${paid} is paid. Cancelling the order does not return it: a refund of ${paid} is then due in the inbox.`}
    </Text>
  )
}

function SendUnpaid({
  orderId,
  paymentStatus: { outstandingPence, dispute },
}: {
  orderId: string
  paymentStatus: Panel["paymentStatus"]
}) {
  return (
    <ActionDialog
      label="Ship unpaid…"
      variant="transparent"
      title="Ship this order unpaid?"
      effects={[
        outstandingPence > 0 || dispute === null
          ? `${formatPence(outstandingPence)} stays outstanding and may never be paid.`
          : "The shop does not have the disputed money, and may never get it back.",
        "The order can be packed and shipped from now on.",
        "Your name, the time and your reason are stored with the order. This cannot be undone.",
      ]}
      reason="required"
      confirm="Ship unpaid"
      isDangerous
      run={({ reason }) => releaseUnpaid(orderId, reason ?? "")}
    />
  )
}
