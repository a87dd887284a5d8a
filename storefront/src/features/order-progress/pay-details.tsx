import { type BitcoinPayment, confirmationTime, formatBitcoin } from "@shop/contracts"
import { UPDATES_ITSELF } from "../../lib/bitcoin-labels"
import { formatPounds } from "../../lib/money"
import { useIsOnline } from "../../lib/online"
import { BitcoinAddress } from "../../ui/bitcoin-address"
import { Button, IconButton } from "../../ui/button"
import { Icon, LineDrawing } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { showError, showToast } from "../../ui/toast-store"
import { PayCodes } from "./pay-codes"
import { TimeLeft, useCountdown } from "./time-left"

/** Everything a wallet needs: the codes, the address, the exact amount and the time left. Hidden once the time is up. */
export function PayDetails({ payment }: { payment: BitcoinPayment }) {
  const seconds = useCountdown(payment.payableUntil)?.seconds ?? null
  const isOnline = useIsOnline()
  if (seconds === 0) {
    return (
      <Notice
        icon="clock"
        role="status"
        title="The time is up. Please wait a moment before sending anything."
      >
        <p>We are checking whether your payment reached the network in time. {isOnline && UPDATES_ITSELF}</p>
      </Notice>
    )
  }
  const isRest = payment.state === "underpaid"
  const satoshis = BigInt(isRest ? payment.remainingSats : payment.amountSats)
  const amount = formatBitcoin(satoshis)
  return (
    <div className="receipt-shadow">
      <div className="pay-details receipt">
        <div className="pay-details__part">
          <h2>{isRest ? "Still to send" : "Send exactly"}</h2>
          <p className="pay-details__amount" translate="no">
            <span>
              <strong>{amount}</strong> BTC
            </span>
            {!isRest && <span className="pay-details__pounds">= {formatPounds(payment.price)}</span>}
          </p>
          <CopyButton text={amount} label="Copy amount" />
          <ul className="pay-details__others" translate="no">
            <li>
              {satoshis.toLocaleString("en-GB")} satoshis
              <CopyButton text={String(satoshis)} label="Copy satoshis" isSmall />
            </li>
            <li>
              1 BTC = {formatPounds(payment.rate)}
              <CopyButton text={payment.rate} label="Copy rate" isSmall />
            </li>
          </ul>
        </div>
        <div className="pay-details__wallet">
          <a
            className="button button--accent button--large button--wide"
            href={payment.lightning?.link ?? payment.uri}
          >
            <Icon name="wallet" />
            Open in wallet
          </a>
          <TimeLeft label={isRest ? "Send the rest within" : "This amount is held for"} seconds={seconds} />
        </div>
        <div className="pay-details__part">
          <h2>{isRest ? "To the same address" : "To this address"}</h2>
          <p className="visually-hidden" translate="no">
            {payment.address}
          </p>
          <p className="pay-details__address" aria-hidden="true">
            <BitcoinAddress address={payment.address} />
          </p>
          <CopyButton text={payment.address} label="Copy address" />
          {payment.lightning !== null && (
            <CopyButton text={payment.lightning.invoice} label="Copy Lightning invoice" />
          )}
        </div>
        <PayCodes payment={payment} />
      </div>
    </div>
  )
}

export function PayNotes({ requiredConfirmations }: { requiredConfirmations: number }) {
  return (
    <ul className="pay-notes">
      <li>Send the exact amount. Your wallet adds the network&apos;s fee on top.</li>
      <li>Your order is processed once the payment is confirmed on the blockchain.</li>
      <li>Confirmation takes {confirmationTime(requiredConfirmations)}.</li>
    </ul>
  )
}

const TWO_SHEETS =
  "M9 8.5h10a.5.5 0 0 1 .5.5v11a.5.5 0 0 1-.5.5H9a.5.5 0 0 1-.5-.5V9a.5.5 0 0 1 .5-.5zM5 15.5a.5.5 0 0 1-.5-.5V4a.5.5 0 0 1 .5-.5h10a.5.5 0 0 1 .5.5"

interface CopyButtonProps {
  text: string
  label: string
  /** Of something that few need: the icon alone. */
  isSmall?: boolean
}

function CopyButton({ text, label, isSmall = false }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ title: "Copied to clipboard" })
    } catch {
      showError("Could not copy", "Please select the text and copy it by hand.")
    }
  }
  const icon = <LineDrawing path={TWO_SHEETS} />
  const onClick = () => void copy()
  if (isSmall)
    return (
      <IconButton label={label} onClick={onClick}>
        {icon}
      </IconButton>
    )
  return (
    <Button look="secondary" onClick={onClick}>
      {icon}
      {label}
    </Button>
  )
}
