import type { BitcoinPayment } from "@shop/contracts"
import { serverNow } from "../../api/server-clock"
import { addressGroups } from "../../lib/address-groups"
import { secondsUntil } from "../../lib/countdown"
import { formatPounds } from "../../lib/money"
import { formatSatoshis } from "../../lib/satoshis"
import { CopyButton } from "../../ui/copy-button"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { QrCode } from "../../ui/qr-code"
import { useNow } from "../../ui/use-now"
import { TimeLeft } from "./time-left"

const QR_SIZE = 200

/** Everything a wallet needs: the code, the address, the exact amount, and how long it is held. Nothing of it once the time is up. */
export function PayDetails({ payment, pounds }: { payment: BitcoinPayment; pounds: string }) {
  const now = useNow(serverNow)
  const seconds = now === null ? null : secondsUntil(payment.payableUntil, now)
  if (seconds === 0) {
    return (
      <Notice
        icon="clock"
        role="status"
        title="The time is up. Please wait a moment before sending anything."
      >
        <p>We are looking whether your payment reached the network in time. This page goes on by itself.</p>
      </Notice>
    )
  }
  const isRest = payment.state === "underpaid"
  const amount = isRest ? formatSatoshis(BigInt(payment.remainingSats)) : payment.amountBtc
  return (
    <div className="receipt-shadow">
      <div className="pay-details receipt">
        <div className="pay-details__code">
          <div className="qr-frame">
            <QrCode text={payment.address} size={QR_SIZE} label="The Bitcoin address as a QR code" />
          </div>
          <TimeLeft label={isRest ? "Send the rest within" : "This amount is held for"} seconds={seconds} />
          <a className="button button--honey button--wide" href={payment.uri}>
            <Icon name="wallet" />
            Open in wallet
          </a>
        </div>
        <div className="pay-details__facts">
          <h2>{isRest ? "Still to send" : "Send exactly"}</h2>
          <p className="pay-details__amount">
            <span>
              <strong>{amount}</strong> BTC
            </span>
            {!isRest && <span className="pay-details__pounds">= {formatPounds(pounds)}</span>}
          </p>
          <CopyButton text={amount} label="Copy amount" />
          <h2>{isRest ? "To the same address" : "To this address"}</h2>
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
    </div>
  )
}
