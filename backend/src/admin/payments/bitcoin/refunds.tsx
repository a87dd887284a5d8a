import { Button, Copy, InlineTip, Text } from "@medusajs/ui"
import type { PaymentInvoice, PaymentPanel } from "@shop/contracts/staff-payments"
import { formatBitcoin, formatPence } from "@shop/contracts"
import { moment } from "../../components/moment"
import { QrCode } from "../../components/qr-code"
import { RefundTable } from "../../components/refund-table"
import { ShortId } from "../../components/short-id"
import { paymentUri, refundDue } from "./refund-due"

/** The refunds that staff recorded. */
export function Refunds({ refunds }: Pick<PaymentInvoice, "refunds">) {
  return (
    <RefundTable
      heading="How"
      refunds={refunds.map((refund) => ({ ...refund, about: <How refund={refund} /> }))}
    />
  )
}

function How({ refund }: { refund: PaymentInvoice["refunds"][number] }) {
  return (
    <div className="flex flex-col gap-1">
      {refund.sats === null ? (
        <span>In pounds</span>
      ) : (
        <span className="tabular-nums">{formatBitcoin(BigInt(refund.sats))} BTC</span>
      )}
      {refund.address !== null && <code className="break-all">{refund.address}</code>}
      {refund.txid !== null && <ShortId id={refund.txid} url={refund.url} />}
      {refund.note !== null && <span className="text-ui-fg-subtle">{refund.note}</span>}
      {!refund.isRecorded && (
        <Text size="xsmall" className="text-ui-fg-subtle">
          {refund.lastError === null
            ? "Being recorded in the order."
            : `Not recorded in the order yet: ${refund.lastError}`}
        </Text>
      )}
    </div>
  )
}

const CAME_BY = { link: "by the link in an email", account: "signed in" } as const

interface RefundDueBoxProps {
  invoice: PaymentInvoice
  status: PaymentPanel["paymentStatus"]
}

/** How much goes back and where to, ready to be copied or scanned; and the addresses that the buyer gave before. */
export function RefundDueBox({ invoice, status }: RefundDueBoxProps) {
  const { refundAddresses, isAddressAwaited } = invoice
  const latest = refundAddresses.at(-1)
  if (!isAddressAwaited)
    return latest ? (
      <section className="flex flex-col gap-2 px-6 py-4" aria-label="Refund address">
        <Text size="small" weight="plus">
          Where the buyer wanted the refund
        </Text>
        <GivenAddress given={latest} />
      </section>
    ) : null
  const due = refundDue(invoice, status)
  const uri = latest && paymentUri(latest.address, due.sats)
  return (
    <section className="flex flex-wrap items-start gap-x-8 gap-y-4 px-6 py-4" aria-label="Refund due">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
        <Text size="small" weight="plus">
          {due.isKnown ? "Refund due" : "Refund, at most"}
        </Text>
        <span className="flex items-center gap-2">
          <span className="txt-large-plus tabular-nums">{formatBitcoin(BigInt(due.sats))} BTC</span>
          <Copy content={formatBitcoin(BigInt(due.sats))} aria-label="Copy the amount" />
        </span>
        <Text size="small" className="text-ui-fg-subtle">
          {formatPence(due.pence)} at the invoice’s rate
        </Text>
        {latest && uri ? (
          <>
            <GivenAddress given={latest} />
            <Earlier refundAddresses={refundAddresses} />
            <div>
              <Button size="small" variant="secondary" asChild>
                <a href={uri}>Open in wallet</a>
              </Button>
            </div>
            <Text size="small" className="text-ui-fg-subtle">
              Compare the last six characters before you send. Then record the refund below.
            </Text>
          </>
        ) : (
          <Text size="small">
            The buyer was asked for a refund address. You get an email when they give one.
          </Text>
        )}
      </div>
      {uri && <QrCode text={uri} label="QR code of the refund’s address and amount" />}
    </section>
  )
}

type Addresses = Pick<PaymentInvoice, "refundAddresses">

function GivenAddress({ given: { address, at, cameBy } }: { given: Addresses["refundAddresses"][number] }) {
  return (
    <>
      <span className="flex items-start gap-2">
        <code className="txt-compact-small break-all">
          {address.slice(0, -6)}
          <strong>{address.slice(-6)}</strong>
        </code>
        <Copy content={address} className="text-ui-fg-muted mt-0.5 shrink-0" aria-label="Copy the address" />
      </span>
      <Text size="small" className="text-ui-fg-subtle">
        Given on the order’s page on {moment(at)}, {CAME_BY[cameBy]}.
      </Text>
    </>
  )
}

function Earlier({ refundAddresses }: Addresses) {
  const earlier = refundAddresses.slice(0, -1)
  if (earlier.length === 0) return null
  return (
    <InlineTip variant="warning" label="The buyer changed it">
      Anyone with access to their email could have done so. The buyer was notified at once: wait a day for
      their answer, or phone them, before you send. Before:{" "}
      {earlier.map(({ address, at }) => (
        <span key={at} className="block break-all">
          {address} ({moment(at)})
        </span>
      ))}
    </InlineTip>
  )
}
