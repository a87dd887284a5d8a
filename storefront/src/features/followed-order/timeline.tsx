import type { OrderStep } from "@shop/contracts"
import { STEP_LABELS } from "../../lib/order-labels"
import { formatMoment } from "../../lib/time"
import { Icon } from "../../ui/icon"

/** The steps of an order: done, next and later. */
export function Timeline({ steps }: { steps: readonly OrderStep[] }) {
  const next = steps.findIndex(({ at }) => at === null)
  return (
    <ol className="timeline" aria-label="What has happened to this order">
      {steps.map(({ step, at }, index) => (
        <li
          key={step}
          className="timeline__step"
          data-done={at !== null || undefined}
          aria-current={index === next ? "step" : undefined}
        >
          <span className="timeline__mark">{at !== null && <Icon name={MARKS[step]} />}</span>
          <span className="timeline__text">
            {STEP_LABELS[step]}
            {at === null ? (
              <span className="timeline__time">{index === next ? "Next" : "Not yet"}</span>
            ) : (
              <time className="timeline__time" dateTime={at}>
                {formatMoment(at)}
              </time>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

const MARKS = {
  placed: "check",
  payment_seen: "check",
  payment_confirmed: "check",
  dispatched: "truck",
  delivered: "check",
  cancelled: "close",
  partly_refunded: "check",
  refunded: "check",
} as const satisfies Record<OrderStep["step"], string>
