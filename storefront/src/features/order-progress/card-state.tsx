import type { CardPayment } from "@shop/contracts"
import { useEffect, useState } from "react"
import { type CardStatus, cardLabel } from "../../lib/card-labels"
import { Notice } from "../../ui/notice"
import { PrefetchLink } from "../../ui/prefetch-link"

const ICONS = { moving: "clock", done: "check", attention: "alert" } as const

/** The live state of a card payment. A screen reader announces changes. */
export function CardState({ standing }: { standing: CardStatus }) {
  const { tone, title, detail, offersContact } = cardLabel(standing)
  return (
    <Notice tone={tone} icon={ICONS[tone]} role="status" title={title}>
      <p>{detail}</p>
      {offersContact && <PrefetchLink to="/contact">Contact us about this order</PrefetchLink>}
    </Notice>
  )
}

/** The shop reads the processor within seconds. After this time something is wrong, and the buyer may act. */
const READING_MS = 60_000

/**
 * The state to show. The processor sends buyers back only after they have paid, and the shop may not have read that yet:
 * until it has, the payment is being confirmed.
 * @param isReturned the processor has sent the buyer back
 */
export function useShownCard(card: CardPayment | null, isReturned: boolean): CardPayment | null {
  const [isReading, setIsReading] = useState(isReturned)
  useEffect(() => {
    if (!isReturned) return
    const timer = setTimeout(setIsReading, READING_MS, false)
    return () => clearTimeout(timer)
  }, [isReturned])
  return card && isReturned && isReading && card.state === "awaiting_payment"
    ? { ...card, state: "confirming" }
    : card
}
