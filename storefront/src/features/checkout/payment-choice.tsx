import { PAYMENT_METHODS, type PaymentMethod } from "@shop/contracts"
import type { ReactNode } from "react"
import type { BitcoinRateStatus } from "../../api/catalogue"
import type { BusinessDetails } from "../../lib/business-details"
import { formatPounds, penceOf } from "../../lib/money"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"

interface PaymentChoiceProps {
  value: PaymentMethod
  onChange: (value: PaymentMethod) => void
  isFree: boolean
  unpayable: Record<PaymentMethod, Unpayable | null>
  cards: BusinessDetails["cards"]
  /** How long the price in Bitcoin is held; undefined while the backend is unavailable. */
  quoteMinutes: number | undefined
  /** The order exists and the page is about to move on. */
  hasOrder: boolean
}

const WORDS = {
  bitcoin: { label: "Bitcoin", icon: "bitcoin", verb: "Bitcoin is", instead: "by card" },
  card: { label: "Card", icon: "card", verb: "Cards are", instead: "with Bitcoin" },
} as const satisfies Record<PaymentMethod, object>
const METHODS = PAYMENT_METHODS.map((id) => ({ id, ...WORDS[id] }))

/** Bitcoin or card at the same price. Above them is why one cannot pay this order, or what to do if none can. An order of £0 needs neither. */
export function PaymentChoice({
  value,
  onChange,
  isFree,
  unpayable,
  cards,
  quoteMinutes,
  hasOrder,
}: PaymentChoiceProps) {
  const methods = METHODS.filter(({ id }) => id !== "card" || cards)
  const panels: Record<PaymentMethod, ReactNode> = {
    bitcoin: unpayable.bitcoin === null && <BitcoinPanel minutes={quoteMinutes} />,
    card: <CardPanel processor={cards?.processor} hasOrder={hasOrder} />,
  }
  if (isFree)
    return (
      <fieldset className="form-part">
        <legend>Payment method</legend>
        <input type="hidden" name="paymentMethod" value={value} />
        <p>There is nothing to pay for this order.</p>
      </fieldset>
    )
  // More in the cart helps, and nothing else does.
  const isTooSmall =
    methods.every(({ id }) => unpayable[id] !== null) &&
    methods.some(({ id }) => unpayable[id]?.when === "for this order")
  return (
    <fieldset className="form-part">
      <legend>Payment method</legend>
      {isTooSmall && (
        <Notice tone="attention" role="status" title="This order is too small to pay">
          <p>{methods.map(({ id }) => unpayable[id]?.why).join(" ")}</p>
          <p>
            Add something to your cart, and you can pay it. <a href="/products">Browse products</a>
          </p>
        </Notice>
      )}
      {methods.map(({ id, verb, instead }) => {
        const reason = unpayable[id]
        if (reason === null || isTooSmall) return null
        const isOtherLeft = methods.some((other) => other.id !== id && unpayable[other.id] === null)
        return (
          <Notice key={id} tone="attention" role="status" title={`${verb} not available ${reason.when}`}>
            <p>
              {reason.why}
              {isOtherLeft && ` You can pay ${instead} instead.`}
            </p>
          </Notice>
        )
      })}
      <div className="payment-tabs">
        {methods.map(({ id, label, icon }) => (
          <label key={id} className="payment-tab">
            <input
              type="radio"
              name="paymentMethod"
              value={id}
              checked={value === id}
              disabled={unpayable[id] !== null}
              onChange={() => onChange(id)}
            />
            <Icon name={icon} />
            {label}
          </label>
        ))}
      </div>
      <div className="payment-panel">{panels[value]}</div>
    </fieldset>
  )
}

const STEPS = [
  { icon: "cart", text: "Complete the order" },
  { icon: "wallet", text: "Send from your wallet" },
  { icon: "check", text: "Done: we email you" },
] as const

function BitcoinPanel({ minutes }: { minutes: number | undefined }) {
  return (
    <>
      <ol className="bitcoin-steps">
        {STEPS.map(({ icon, text }) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ol>
      <p>
        Next you&apos;ll see a QR code, an address and the exact amount to send. Pay from any Bitcoin wallet;
        the first confirmation takes 10-30 minutes.
      </p>
      <p>
        <strong>Nothing is taken now.</strong> You have {minutes ? `${minutes} minutes` : "a limited time"} to
        pay, and your items are reserved meanwhile.
      </p>
      <p>
        First time?{" "}
        <a href="/policies/bitcoin" target="_blank">
          Read the 2-minute guide
        </a>
        .
      </p>
    </>
  )
}

function CardPanel({ processor, hasOrder }: { processor?: string | null; hasOrder: boolean }) {
  if (hasOrder) return <p role="status">Processing your order...</p>
  if (processor) {
    return (
      <p>
        You pay on the secure page of {processor} by card, Apple Pay or Google Pay, and come back here
        afterwards. We never see your card.
      </p>
    )
  }
  return (
    <p>
      You don&apos;t enter card details on this page. We&apos;ll email you how to pay, and post your parcel
      once you have.
    </p>
  )
}

export interface Unpayable {
  when: "at the moment" | "for this order"
  why: string
}

/** Null: the method can pay, as far as is known. @param total pence; null while it is unknown */
export function unpayableMethods(
  total: number | null,
  rate: BitcoinRateStatus | undefined,
  cards: BusinessDetails["cards"],
): Record<PaymentMethod, Unpayable | null> {
  return {
    bitcoin:
      rate?.isKnown === false
        ? { when: "at the moment", why: rate.reason }
        : tooSmall(total, rate?.least, "Bitcoin"),
    card: tooSmall(total, cards?.least, "cards"),
  }
}

function tooSmall(total: number | null, least: string | undefined, method: string): Unpayable | null {
  if (total === null || least === undefined || total >= penceOf(least)) return null
  return { when: "for this order", why: `The smallest amount for ${method} is ${formatPounds(least)}.` }
}
