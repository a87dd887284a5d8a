import type { BitcoinPayment } from "@shop/contracts"
import { paymentWords } from "../../lib/bitcoin-words"
import { Notice } from "../../ui/notice"

const ICONS = { waiting: "clock", moving: "clock", done: "check", attention: "alert" } as const

/** The live line of a payment: says what is so, and is read out when it changes. */
export function PaymentState({ payment }: { payment: BitcoinPayment }) {
  const { tone, title, detail } = paymentWords(payment)
  return (
    <Notice tone={tone === "waiting" ? "plain" : tone} icon={ICONS[tone]} role="status" title={title}>
      <p>{detail}</p>
    </Notice>
  )
}
