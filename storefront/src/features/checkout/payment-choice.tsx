import type { CheckoutForm } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { bitcoinRateQuery } from "../../api/bitcoin-rate"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"

type Method = CheckoutForm["paymentMethod"]

interface PaymentChoiceProps {
  value: Method
  onChange: (value: Method) => void
  /** The order is made and the page is about to move on. */
  hasOrder: boolean
}

const METHODS = [
  { id: "bitcoin", label: "Bitcoin", icon: "bitcoin" },
  { id: "card", label: "Card", icon: "card" },
] as const

/** Bitcoin or card; neither costs more than the other. */
export function PaymentChoice({ value, onChange, hasOrder }: PaymentChoiceProps) {
  return (
    <fieldset className="form-part">
      <legend>Payment method</legend>
      <div className="payment-tabs">
        {METHODS.map(({ id, label, icon }) => (
          <label key={id} className="payment-tab">
            <input
              type="radio"
              name="paymentMethod"
              value={id}
              checked={value === id}
              onChange={() => onChange(id)}
            />
            <Icon name={icon} />
            {label}
          </label>
        ))}
      </div>
      <div className="payment-panel">
        {value === "bitcoin" ? <BitcoinPanel /> : <CardPanel hasOrder={hasOrder} />}
      </div>
    </fieldset>
  )
}

/** While the shop takes no Bitcoin: how often the page looks whether it does again. */
const LOOK_AGAIN_MS = 30_000

function BitcoinPanel() {
  const { data: rate } = useQuery({
    ...bitcoinRateQuery(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isKnown === false ? LOOK_AGAIN_MS : false),
  })
  if (rate?.isKnown === false)
    return (
      <Notice tone="attention" role="status" title="Bitcoin is not available at the moment">
        <p>{rate.sentence}</p>
      </Notice>
    )
  return (
    <p>
      When you complete the order you will see a QR code with an address and an exact amount, held at that
      rate for a limited time. Pay from any Bitcoin wallet; the network confirms it in 10-30 minutes.
    </p>
  )
}

function CardPanel({ hasOrder }: { hasOrder: boolean }) {
  if (hasOrder) return <p role="status">Processing your order...</p>
  return (
    <p>
      No card number is typed on this page. We write to you by email about the payment, and send your parcel
      once it is made.
    </p>
  )
}
