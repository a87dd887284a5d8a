import { Copy, InlineTip, Text } from "@medusajs/ui"
import type { PaymentInvoice } from "@shop/contracts/staff-payments"
import { formatBitcoin } from "@shop/contracts"
import { moment } from "../../components/moment"
import { RefundTable } from "../../components/refund-table"
import { ShortId } from "../../components/short-id"

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
            ? "On its way into the order's books."
            : `Not in the order's books yet: ${refund.lastError}`}
        </Text>
      )}
    </div>
  )
}

const CAME_BY = { link: "by the link in a mail", account: "signed in" } as const

/** The address that the buyer gave for a refund, and earlier ones. */
export function RefundAddress({
  invoice: { refundAddresses, isAddressAwaited },
}: {
  invoice: PaymentInvoice
}) {
  const latest = refundAddresses.at(-1)
  if (!latest) return isAddressAwaited ? <Waiting /> : null
  const earlier = refundAddresses.slice(0, -1)
  return (
    <section className="flex flex-col gap-2 px-6 py-4" aria-label="Refund address">
      <Text size="small" weight="plus">
        {isAddressAwaited ? "Send the refund to" : "Where the buyer wanted the refund"}
      </Text>
      <span className="flex items-start gap-2">
        <code className="txt-compact-small break-all">{latest.address}</code>
        <Copy content={latest.address} className="text-ui-fg-muted mt-0.5 shrink-0" />
      </span>
      <Text size="small" className="text-ui-fg-subtle">
        Given on the order’s page on {moment(latest.at)}, {CAME_BY[latest.cameBy]}.
      </Text>
      {earlier.length > 0 && (
        <InlineTip variant="warning" label="The buyer changed it">
          {isAddressAwaited &&
            "Anyone with access to their mail could have done so. The buyer was notified at once: wait a day for their answer, or phone them, before you send. "}
          Before:{" "}
          {earlier.map(({ address, at }) => (
            <span key={at} className="block break-all">
              {address} ({moment(at)})
            </span>
          ))}
        </InlineTip>
      )}
    </section>
  )
}

function Waiting() {
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      The buyer was asked for a refund address. You get a mail when they give one.
    </Text>
  )
}
