import { type CartDiscount, type CartItem, counted, formatBitcoin, formatPence } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { bitcoinRateQuery } from "../../api/catalogue"
import { useDiscountCode } from "../../api/discount-code"
import { satoshisOf } from "../../lib/bitcoin-format"
import { useBusinessDetails } from "../../lib/business-details"
import { countItems, linePence, type Totals } from "../../lib/cart-lines"
import { formatPounds } from "../../lib/money"
import { DiscountCode } from "../../ui/discount-code"
import { SkeletonText } from "../../ui/load-states"
import { Picture } from "../../ui/picture"
import { cartRows, TotalsList } from "../../ui/totals"

interface OrderSummaryProps {
  lines: readonly CartItem[]
  discount: CartDiscount | null
  totals: Totals | null
  inBitcoin: boolean
  /** A change is under way, and money waits for the shop's answer. */
  isChanging: boolean
  /** The cart is not known yet. What is shown meanwhile must not move when it is. */
  isLoading: boolean
}

export function OrderSummary({ isLoading, isChanging, ...content }: OrderSummaryProps) {
  const isVatRegistered = useBusinessDetails().vatNumber !== null
  return (
    <section
      className="order-summary amounts receipt"
      aria-busy={isChanging}
      aria-labelledby="summary-heading"
    >
      <h2 id="summary-heading">Order summary</h2>
      {isLoading ? <SummarySkeleton /> : <SummaryContent {...content} />}
      {isVatRegistered && <p className="order-summary__note">Prices include any VAT due.</p>}
    </section>
  )
}

function SummarySkeleton() {
  return (
    <div className="order-summary__skeleton" role="status" aria-label="Loading your order">
      {[1, 2, 3, 4].map((line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  )
}

type SummaryContentProps = Omit<OrderSummaryProps, "isLoading" | "isChanging">

function SummaryContent({ lines, discount, totals, inBitcoin }: SummaryContentProps) {
  const { data: rate } = useQuery(bitcoinRateQuery())
  const { change, isPending } = useDiscountCode()
  return (
    <>
      <SummaryLines lines={lines} />
      {lines.length > 0 && <DiscountCode discount={discount} onChange={change} isPending={isPending} />}
      <TotalsList
        rows={[
          ...cartRows(totals ?? {}, "Shipping"),
          ...(inBitcoin && rate?.isKnown && totals && totals.total > 0
            ? [
                {
                  kind: "bitcoin",
                  label: "About, in Bitcoin",
                  amount: (
                    <span translate="no">{formatBitcoin(satoshisOf(totals.total, rate.pounds))} BTC</span>
                  ),
                } as const,
              ]
            : []),
        ]}
      />
    </>
  )
}

type SummaryBarProps = Pick<OrderSummaryProps, "lines" | "totals" | "isChanging" | "isLoading">

function SummaryLines({ lines }: Pick<OrderSummaryProps, "lines">) {
  return (
    <ul className="order-summary__lines">
      {lines.map((line) => (
        <li key={line.product.id}>
          <Picture src={line.product.image} alt="" use="order-line" />
          <div>
            <p className="order-summary__name">{line.product.name}</p>
            <p className="order-summary__detail">
              {line.product.weight} × {line.quantity} at {formatPounds(line.product.price)}
            </p>
          </div>
          <p className="order-summary__money amount">{formatPence(linePence(line))}</p>
        </li>
      ))}
    </ul>
  )
}

/** Above the form, because on a phone the summary is below it. Always there: appearing later, it would push the form down. */
export function SummaryBar({ lines, isLoading, isChanging, totals }: SummaryBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (lines.length === 0)
    return (
      <div className="summary-bar">
        <p>{isLoading ? <SkeletonText /> : counted(0, "item")}</p>
      </div>
    )
  return (
    <details
      className="summary-bar amounts"
      aria-busy={isChanging}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span>{counted(countItems(lines), "item")}</span>
        <strong className="amount">{totals ? formatPence(totals.total) : <SkeletonText />}</strong>
        <span className="summary-bar__toggle">{isOpen ? "Hide order" : "Show order"}</span>
      </summary>
      {isOpen && <SummaryLines lines={lines} />}
    </details>
  )
}
