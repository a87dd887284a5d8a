import {
  type OrderStep,
  type FollowedOrder,
  type OwnerDetails,
  type BitcoinPayment,
  type BitcoinRefund,
  bitcoinAmount,
  counted,
  formatBitcoin,
  proofsOfRefund,
  sentInBitcoin,
} from "@shop/contracts"
import { formatPounds } from "../../lib/money"
import { addressLines, amountRows, orderCredit } from "../../lib/order-credit"
import { formatMoment } from "../../lib/time"
import { BitcoinAddress } from "../../ui/bitcoin-address"
import { Fact } from "../../ui/fact"
import { Icon, type IconName } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { TotalsList } from "../../ui/totals"

const STEP_LABELS = {
  placed: "Order placed",
  payment_seen: "Payment seen",
  payment_confirmed: "Payment confirmed",
  partly_dispatched: "Partly dispatched",
  dispatched: "Dispatched",
  delivered: "Delivered",
  partly_returned: "Partly returned",
  returned: "Returned",
  cancelled: "Cancelled",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
} as const satisfies Record<OrderStep["step"], string>

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
          <span className="timeline__mark">{at !== null && <Icon name={MARKS[step] ?? "check"} />}</span>
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

/** Other steps have a tick. */
const MARKS: Partial<Record<OrderStep["step"], IconName>> = {
  partly_dispatched: "truck",
  dispatched: "truck",
  cancelled: "close",
}

export function OrderItems({ order }: { order: FollowedOrder }) {
  return (
    <section className="account-card" aria-labelledby="order-order-items">
      <h2 id="order-order-items">What you ordered</h2>
      <ul className="order-items">
        {order.items.map((item) => (
          <li key={item.id} className="order-items__line">
            <Picture src={item.image} alt="" use="order-line" />
            <span className="order-items__text">
              <strong>{item.name}</strong>
              <span>
                {item.weight} × {item.quantity}, {formatPounds(item.price)} each
                {item.returned > 0 && `, ${item.returned} returned`}
              </span>
            </span>
            <span className="order-items__total">{formatPounds(item.total)}</span>
          </li>
        ))}
      </ul>
      <TotalsList
        rows={[
          { label: "Subtotal", amount: formatPounds(order.subtotal) },
          ...amountRows(order, order.delivery),
          ...(order.refunded !== null && orderCredit(order).label === "Credit"
            ? [{ label: "Refunded", amount: formatPounds(order.refunded) }]
            : []),
        ]}
      />
    </section>
  )
}

export function DeliveryCard({
  delivery,
  owner,
}: {
  delivery: FollowedOrder["delivery"]
  owner: OwnerDetails
}) {
  return (
    <section className="account-card" aria-labelledby="order-delivery">
      <h2 id="order-delivery">Delivery</h2>
      <p>{delivery}</p>
      <address className="delivery-address" translate="no">
        {addressLines(owner).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className="account-card__small">Updates go to {owner.email}</p>
      {owner.phone && (
        <p className="account-card__small">Phone for the carrier: {owner.phone.replaceAll(" ", "\u00a0")}</p>
      )}
    </section>
  )
}

interface BitcoinCardProps {
  payment: BitcoinPayment
  transactions: OwnerDetails["transactions"]
}

export function BitcoinCard({ payment, transactions }: BitcoinCardProps) {
  const received = BigInt(payment.receivedSats)
  return (
    <section className="account-card" aria-labelledby="order-bitcoin">
      <h2 id="order-bitcoin">Bitcoin payment</h2>
      <dl className="account-card__facts">
        <Fact name="Amount due">
          <span translate="no">{payment.amountBtc} BTC</span>
        </Fact>
        <Fact name="Received">
          {received > 0n ? <span translate="no">{formatBitcoin(received)} BTC</span> : "Nothing yet"}
        </Fact>
        <Fact name="Address">
          <span className="bitcoin-text">
            <BitcoinAddress address={payment.address} />
          </span>
        </Fact>
        {transactions.map(({ txid, url, sats, confirmations, isByLightning }) => (
          <div key={txid}>
            <dt>
              {isByLightning ? "Lightning payment" : "Transaction"},{" "}
              <span translate="no">{formatBitcoin(BigInt(sats))} BTC</span>
              {!isByLightning && `, ${counted(confirmations, "confirmation")}`}
            </dt>
            <dd className="bitcoin-text" translate="no">
              {url ? <a href={url}>{txid}</a> : txid}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What left the shop's wallet for the buyer's. */
export function BitcoinRefunds({ refunds }: { refunds: readonly BitcoinRefund[] }) {
  return (
    <section className="account-card" aria-labelledby="order-bitcoin-refunds">
      <h2 id="order-bitcoin-refunds">Refunded in bitcoin</h2>
      {refunds.map((refund) => (
        <dl key={refund.txid + refund.at} className="account-card__facts">
          <Fact name={<time dateTime={refund.at}>{formatMoment(refund.at)}</time>}>
            {formatPounds(refund.amount)}
          </Fact>
          <Fact name={sentInBitcoin(refund.preimage !== null)}>
            <span translate="no">{bitcoinAmount(BigInt(refund.sats))}</span>
          </Fact>
          {proofsOfRefund(refund).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="bitcoin-text" translate="no">
                {value === refund.txid && refund.url ? <a href={refund.url}>{value}</a> : value}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  )
}
