import type { cardLabel } from "../../lib/card-labels"
import type { paymentLabel } from "../../lib/bitcoin-labels"
import { Notice } from "../../ui/notice"
import { PrefetchLink } from "../../ui/prefetch-link"

const ICONS = { waiting: "clock", moving: "clock", done: "check", attention: "alert" } as const

export function PaymentState({ label }: { label: ReturnType<typeof paymentLabel | typeof cardLabel> }) {
  const { tone, title, detail, offersContact } = label
  return (
    <Notice tone={tone === "waiting" ? "plain" : tone} icon={ICONS[tone]} role="status" title={title}>
      <p>{detail}</p>
      {offersContact && <PrefetchLink to="/contact">Contact us about this order</PrefetchLink>}
    </Notice>
  )
}
