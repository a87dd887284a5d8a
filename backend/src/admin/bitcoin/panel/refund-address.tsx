import { Copy, InlineTip, Text } from "@medusajs/ui"
import { moment } from "../../components/moment"
import type { Invoice } from "./panel"

const CAME_BY = { link: "by the link in a mail", account: "signed in" } as const

/** Where the buyer wants their money back, and whether that was something else before. */
export function RefundAddress({ invoice: { refundAddresses, isAddressAwaited } }: { invoice: Invoice }) {
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
            "Somebody who reads their mails could have done so. They were written to at once: wait a day for their answer, or ask them by telephone, before you send. "}
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
      The buyer was asked where their refund should go. You get a mail when they have said so.
    </Text>
  )
}
