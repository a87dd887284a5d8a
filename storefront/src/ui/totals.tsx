import { formatPence } from "@shop/contracts"
import type { ReactNode } from "react"
import type { Totals } from "../lib/cart-lines"
import { SkeletonText } from "./load-states"

export interface AmountRow {
  label: string
  amount: ReactNode
  note?: string | undefined
  kind?: "discount" | "total" | "bitcoin"
}

export function TotalsList({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <dl className="totals">
      {rows.map(({ label, amount, note, kind }) => (
        <div key={label} className={kind && `totals__${kind}`}>
          <dt>
            {label}
            {note && <small>{note}</small>}
          </dt>
          <dd className="amount">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Amounts that are not known yet are grey. @param delivery what its row is called */
export function cartRows(totals: Partial<Totals>, delivery: string): AmountRow[] {
  const { subtotal, discount = 0, shipping, total, untilFree } = totals
  const money = (pence: number | undefined, sign = "") =>
    pence === undefined ? <SkeletonText /> : sign + formatPence(pence)
  return [
    { label: "Subtotal", amount: money(subtotal) },
    ...(discount > 0 ? [{ kind: "discount", label: "Discount", amount: money(discount, "−") } as const] : []),
    {
      label: delivery,
      amount: shipping === 0 ? "Free" : money(shipping),
      note: untilFree ? `${formatPence(untilFree)} more for free delivery` : undefined,
    },
    { kind: "total", label: "Total", amount: money(total) },
  ]
}
