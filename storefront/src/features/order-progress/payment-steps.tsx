import type { PaymentStage } from "../../lib/bitcoin-labels"
import { Icon } from "../../ui/icon"

const STEPS = ["Send the amount", "Seen by the network", "Confirmed"] as const

/** Which step a payment is at; the ways a payment can go wrong have no place on this road. */
const AT: Partial<Record<PaymentStage, number>> = {
  awaiting_payment: 0,
  underpaid: 0,
  seen: 1,
  confirming: 1,
  confirmed: 2,
}

/** How far a payment has come, for those who do it for the first time. */
export function PaymentSteps({ stage }: { stage: PaymentStage }) {
  const at = AT[stage]
  if (at === undefined) return null
  const isOver = at === STEPS.length - 1
  return (
    <ol className="payment-steps">
      {STEPS.map((step, index) => {
        const isDone = index < at || isOver
        return (
          <li
            key={step}
            aria-current={index === at && !isOver ? "step" : undefined}
            data-done={isDone || undefined}
          >
            <span className="payment-steps__mark">{isDone ? <Icon name="check" /> : index + 1}</span>
            {step}
            {isDone && <span className="visually-hidden"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
