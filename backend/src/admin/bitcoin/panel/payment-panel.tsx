import { Button, Container, Heading, InlineTip, Skeleton, StatusBadge } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { moment } from "../../components/moment"
import { pounds } from "../../components/pounds"
import { InvoiceView } from "./invoice-view"
import { panelQuery, type Panel } from "./panel"
import { SendUnpaid } from "./send-unpaid"

/** The admin puts every widget below its own sections; whether an order is paid is to be seen before it is packed. */
const COMES_FIRST = { order: -1 }

/** How an order is paid, before anything else about it: whether its goods may go, and what staff may decide. */
export function PaymentPanel({ orderId }: { orderId: string }) {
  const { data: panel, error, refetch } = useQuery(panelQuery(orderId))
  if (error)
    return (
      <InlineTip variant="error" label="The payment could not be read" style={COMES_FIRST}>
        {error.message}{" "}
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      </InlineTip>
    )
  if (!panel)
    return <Skeleton className="h-32 w-full" style={COMES_FIRST} aria-label="The payment is being read" />
  const [newest, ...earlier] = panel.invoices
  return (
    <Container className="divide-y p-0" role="region" aria-label="Payment" style={COMES_FIRST}>
      <Head panel={panel} />
      {newest && (
        <InvoiceView orderId={orderId} invoice={newest} isCancelled={panel.paymentStatus.isCancelled} />
      )}
      {earlier.map((invoice) => (
        <details key={invoice.id} open={invoice.state === "review"}>
          <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
            Earlier invoice of {moment(invoice.rateAt)}
          </summary>
          <InvoiceView orderId={orderId} invoice={invoice} isCancelled={panel.paymentStatus.isCancelled} />
        </details>
      ))}
    </Container>
  )
}

function Head({ panel }: { panel: Panel }) {
  const { paymentStatus, id, method } = panel
  const { label, colour } = panelLabel(panel)
  const isReceiptable = paymentStatus.outstandingPence <= 0 || (paymentStatus.isCancelled && wasTaken(panel))
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading level="h2">{method === "bitcoin" ? "Bitcoin payment" : "Card payment"}</Heading>
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
                VAT receipt
              </a>
            </Button>
          )}
        </div>
      </div>
      <Sending panel={panel} />
    </div>
  )
}

/** Whether the goods may go, in a sentence, where that is not plain. */
function Sending({ panel: { paymentStatus, id, method } }: { panel: Panel }) {
  if (paymentStatus.isCancelled) return null
  if (paymentStatus.release)
    return (
      <InlineTip variant="warning" label="Released unpaid">
        {paymentStatus.release.by} let this order go out on {moment(paymentStatus.release.at)}: “
        {paymentStatus.release.reason}”
      </InlineTip>
    )
  if (paymentStatus.mayShip) return null
  return (
    <InlineTip variant="error" label="Do not send">
      {paymentStatus.isUndone
        ? "The chain took the payment back. It is almost always mined again: wait for it. "
        : method === "card"
          ? `${pounds(paymentStatus.outstandingPence)} is not captured yet: take the money in the Payments section below. Packing is refused until then. `
          : `${pounds(paymentStatus.outstandingPence)} is not paid. Packing is refused until it is. `}
      <SendUnpaid orderId={id} outstandingPence={paymentStatus.outstandingPence} />
    </InlineTip>
  )
}

const wasTaken = ({ invoices }: Panel) => invoices.some(({ isCaptured }) => isCaptured)

function panelLabel(panel: Panel): { label: string; colour: "green" | "orange" | "red" | "grey" } {
  const { paymentStatus, invoices } = panel
  if (invoices.some(({ state }) => state === "review")) return { label: "Needs your decision", colour: "red" }
  if (paymentStatus.isCancelled && invoices.some((one) => one.isCaptured && one.refundablePence > 0))
    return { label: "Cancelled, a refund is owed", colour: "red" }
  if (paymentStatus.isCancelled) return { label: "Cancelled", colour: "grey" }
  if (paymentStatus.outstandingPence > 0)
    return { label: `Unpaid: ${pounds(paymentStatus.outstandingPence)} open`, colour: "orange" }
  return { label: "Paid", colour: "green" }
}
