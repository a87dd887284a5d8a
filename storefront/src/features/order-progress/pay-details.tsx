import type { BitcoinPayment } from "@shop/contracts"
import { addressGroups } from "../../lib/address-groups"
import { describeMinutes, formatClock, secondsUntil } from "../../lib/countdown"
import { formatPounds } from "../../lib/money"
import { formatSatoshis } from "../../lib/satoshis"
import { CopyButton } from "../../ui/copy-button"
import { Icon } from "../../ui/icon"
import { QrCode } from "../../ui/qr-code"
import { useNow } from "../../ui/use-now"

const QR_SIZE = 200

/** Everything a wallet needs: the code, the address, the exact amount, and how long the rate is held. */
export function PayDetails({ payment, pounds }: { payment: BitcoinPayment; pounds: string }) {
  const isPart = payment.state === "underpaid"
  const amount = isPart ? formatSatoshis(BigInt(payment.remainingSats)) : payment.amountBtc
  return (
    <div className="pay-details">
      <div className="pay-details__code">
        <div className="qr-frame">
          <QrCode text={payment.address} size={QR_SIZE} label="The Bitcoin address as a QR code" />
        </div>
        <TimeLeft expiresAt={payment.expiresAt} />
        {!isPart && (
          <a className="button button--honey button--wide" href={payment.uri}>
            <Icon name="wallet" />
            Open in wallet
          </a>
        )}
      </div>
      <div className="pay-details__facts">
        <h2>{isPart ? "Still to send" : "Send exactly"}</h2>
        <p className="pay-details__amount">
          <span>
            <strong>{amount}</strong> BTC
          </span>
          {!isPart && <span className="pay-details__pounds">= {formatPounds(pounds)}</span>}
        </p>
        <CopyButton text={amount} label="Copy amount" />
        <h2>To this address</h2>
        <p className="visually-hidden">{payment.address}</p>
        <p className="pay-details__address" aria-hidden="true">
          {addressGroups(payment.address).map((group, index) => (
            <span key={index}>{group}</span>
          ))}
        </p>
        <CopyButton text={payment.address} label="Copy address" />
        <ul className="pay-details__notes">
          <li>Send the exact amount. Your wallet adds the network&apos;s fee on top.</li>
          <li>Your order is processed once the payment is confirmed on the blockchain.</li>
          <li>Confirmation takes 10-30 minutes.</li>
        </ul>
      </div>
    </div>
  )
}

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const now = useNow()
  if (now === null) return <p className="time-left">&nbsp;</p>
  const seconds = secondsUntil(expiresAt, now)
  if (seconds === 0)
    return <p className="time-left">The time is up. Please wait a moment before sending anything.</p>
  return (
    <p className="time-left">
      <Icon name="clock" />
      <span aria-hidden="true">
        This amount is held for <strong>{formatClock(seconds)}</strong>
      </span>
      <span className="visually-hidden">This amount is held for {describeMinutes(seconds)}</span>
    </p>
  )
}
