import type { CheckoutForm } from "@shop/contracts"
import type { BusinessDetails } from "../../lib/business-details"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"

type Method = CheckoutForm["paymentMethod"]

interface PaymentChoiceProps {
  value: Method
  onChange: (value: Method) => void
  /** Why Bitcoin is unavailable at the moment; null when it is available. */
  bitcoinUnavailable: string | null
  /** Null: the shop takes no cards. */
  cards: BusinessDetails["cards"]
  /** The order exists and the page is about to move on. */
  hasOrder: boolean
}

const METHODS = [
  { id: "bitcoin", label: "Bitcoin", icon: "bitcoin" },
  { id: "card", label: "Card", icon: "card" },
] as const

/** Bitcoin or card at the same price. While Bitcoin is unavailable, the reason is above them. */
export function PaymentChoice({ value, onChange, bitcoinUnavailable, cards, hasOrder }: PaymentChoiceProps) {
  return (
    <fieldset className="form-part">
      <legend>Payment method</legend>
      {bitcoinUnavailable !== null && (
        <Notice tone="attention" role="status" title="Bitcoin is not available at the moment">
          <p>
            {bitcoinUnavailable}
            {cards && " You can pay by card instead."}
          </p>
        </Notice>
      )}
      <div className="payment-tabs">
        {METHODS.filter(({ id }) => id === "bitcoin" || cards).map(({ id, label, icon }) => (
          <label key={id} className="payment-tab">
            <input
              type="radio"
              name="paymentMethod"
              value={id}
              checked={value === id}
              disabled={id === "bitcoin" && bitcoinUnavailable !== null}
              onChange={() => onChange(id)}
            />
            <Icon name={icon} />
            {label}
          </label>
        ))}
      </div>
      <div className="payment-panel">
        {value === "bitcoin" ? (
          bitcoinUnavailable === null && <BitcoinPanel />
        ) : (
          <CardPanel processor={cards?.processor} hasOrder={hasOrder} />
        )}
      </div>
    </fieldset>
  )
}

function BitcoinPanel() {
  return (
    <p>
      When you complete the order you will see a QR code with an address and an exact amount, held at that
      rate for a limited time. Pay from any Bitcoin wallet; its first confirmation takes 10-30 minutes.
    </p>
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
      No card number is typed on this page. We write to you by email about the payment, and send your parcel
      once it is made.
    </p>
  )
}
