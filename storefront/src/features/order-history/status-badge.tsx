import type { OrderSummary } from "@shop/contracts"
import { STATUS_TONES, STATUS_LABELS } from "../../lib/order-labels"

/** Where an order stands, in a word or three. */
export function StatusBadge({ status }: { status: OrderSummary["status"] }) {
  return <span className={`status-badge status-badge--${STATUS_TONES[status]}`}>{STATUS_LABELS[status]}</span>
}
