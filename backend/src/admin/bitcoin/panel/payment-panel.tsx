import { Button, Container, Heading, InlineTip, Skeleton, StatusBadge } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { moment } from "../../pieces/moment"
import { pounds } from "../../pieces/pounds"
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
      {newest && <InvoiceView orderId={orderId} invoice={newest} isCancelled={panel.standing.isCancelled} />}
      {earlier.map((invoice) => (
        <details key={invoice.id} open={invoice.state === "review"}>
          <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
            Earlier invoice of {moment(invoice.rateAt)}
          </summary>
          <InvoiceView orderId={orderId} invoice={invoice} isCancelled={panel.standing.isCancelled} />
        </details>
      ))}
    </Container>
  )
}

function Head({ panel }: { panel: Panel }) {
  const { standing, id, method } = panel
  const { words, colour } = standingWords(panel)
  const isReceiptable = standing.outstandingPence <= 0 || (standing.isCancelled && wasTaken(panel))
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Heading level="h2">{method === "bitcoin" ? "Bitcoin payment" : "Card payment"}</Heading>
          <StatusBadge color={colour}>{words}</StatusBadge>
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
function Sending({ panel: { standing, id, method } }: { panel: Panel }) {
  if (standing.isCancelled) return null
  if (standing.release)
    return (
      <InlineTip variant="warning" label="Released unpaid">
        {standing.release.by} let this order go out on {moment(standing.release.at)}: “
        {standing.release.reason}”
      </InlineTip>
    )
  if (standing.mayGoOut) return null
  return (
    <InlineTip variant="error" label="Do not send">
      {standing.isUndone
        ? "The chain took the payment back. It is almost always mined again: wait for it. "
        : method === "card"
          ? `${pounds(standing.outstandingPence)} is not captured yet: take the money in the Payments section below. Packing is refused until then. `
          : `${pounds(standing.outstandingPence)} is not paid. Packing is refused until it is. `}
      <SendUnpaid orderId={id} outstandingPence={standing.outstandingPence} />
    </InlineTip>
  )
}

const wasTaken = ({ invoices }: Panel) => invoices.some(({ isCaptured }) => isCaptured)

function standingWords(panel: Panel): { words: string; colour: "green" | "orange" | "red" | "grey" } {
  const { standing, invoices } = panel
  if (invoices.some(({ state }) => state === "review")) return { words: "Needs your decision", colour: "red" }
  if (standing.isCancelled && invoices.some((one) => one.isCaptured && one.refundablePence > 0))
    return { words: "Cancelled, a refund is owed", colour: "red" }
  if (standing.isCancelled) return { words: "Cancelled", colour: "grey" }
  if (standing.outstandingPence > 0)
    return { words: `Unpaid: ${pounds(standing.outstandingPence)} open`, colour: "orange" }
  return { words: "Paid", colour: "green" }
}
