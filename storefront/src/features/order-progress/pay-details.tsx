import { type BitcoinPayment, confirmationTime, counted, formatBitcoin } from "@shop/contracts"
import { useEffect, useState } from "react"
import { serverNow } from "../../api/server-clock"
import { formatPounds } from "../../lib/money"
import { BitcoinAddress } from "../../ui/bitcoin-address"
import { Button } from "../../ui/button"
import { Icon, LineDrawing } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { QrCode } from "../../ui/qr-code"
import { showError, showToast } from "../../ui/toast-store"

const QR_SIZE = 200

/** Everything a wallet needs: the code, the address, the exact amount and the time left. Hidden once the time is up. */
export function PayDetails({ payment }: { payment: BitcoinPayment }) {
  const now = useNow()
  const seconds = now === null ? null : secondsUntil(payment.payableUntil, now)
  if (seconds === 0) {
    return (
      <Notice
        icon="clock"
        role="status"
        title="The time is up. Please wait a moment before sending anything."
      >
        <p>We are checking whether your payment reached the network in time. This page updates by itself.</p>
      </Notice>
    )
  }
  const isRest = payment.state === "underpaid"
  const amount = isRest ? formatBitcoin(BigInt(payment.remainingSats)) : payment.amountBtc
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
        </div>
        <div className="pay-details__wallet">
          <a className="button button--accent button--large button--wide" href={payment.uri}>
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
        </div>
        <div className="pay-details__code">
          <div className="qr-frame">
            <QrCode text={payment.address} size={QR_SIZE} label="The Bitcoin address as a QR code" />
          </div>
          <p>
            The code holds the address. Enter the amount yourself, or use Open in wallet, which fills in both.
          </p>
        </div>
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

interface TimeLeftProps {
  label: string
  /** Null before hydration. */
  seconds: number | null
}

/** Shown every second, in minutes for a screen reader, and announced a few times near the end. */
function TimeLeft({ label, seconds }: TimeLeftProps) {
  if (seconds === null) return <p className="time-left">&nbsp;</p>
  return (
    <>
      <p className="time-left">
        <Icon name="clock" />
        <span aria-hidden="true">
          {label} <strong>{formatClock(seconds)}</strong>
        </span>
        <span className="visually-hidden">
          {label} {describeMinutes(seconds)}
        </span>
      </p>
      <p className="visually-hidden" role="status">
        {announceTimeLeft(seconds)}
      </p>
    </>
  )
}

/** The shop's time in ms, updated every second. Null before hydration. */
function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Whole seconds from `now` (ms) until an ISO time; 0 once it has passed. */
export function secondsUntil(isoTime: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(isoTime) - now) / 1000))
}

/** Seconds as a clock: `754` → `"12:34"`, `3754` → `"1:02:34"`. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Seconds as text for a screen reader, in minutes: `754` → `"13 minutes"`, `59` → `"less than a minute"`. */
export function describeMinutes(seconds: number): string {
  if (seconds < 60) return "less than a minute"
  return counted(Math.ceil(seconds / 60), "minute")
}

/** The time left is announced at these minutes before the end. */
const MILESTONES = [1, 5, 10]

/** For a screen reader: a few times only, in the last ten minutes. The text stays the same in between. */
export function announceTimeLeft(seconds: number): string {
  if (seconds === 0) return "The time is up."
  const minutes = MILESTONES.find((milestone) => seconds <= milestone * 60)
  if (minutes === undefined) return ""
  return minutes === 1 ? "Less than 1 minute left." : `Less than ${minutes} minutes left.`
}

const TWO_SHEETS =
  "M9 8.5h10a.5.5 0 0 1 .5.5v11a.5.5 0 0 1-.5.5H9a.5.5 0 0 1-.5-.5V9a.5.5 0 0 1 .5-.5zM5 15.5a.5.5 0 0 1-.5-.5V4a.5.5 0 0 1 .5-.5h10a.5.5 0 0 1 .5.5"

function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ title: "Copied to clipboard" })
    } catch {
      showError("Could not copy", "Please select the text and copy it by hand.")
    }
  }
  return (
    <Button look="secondary" onClick={() => void copy()}>
      <LineDrawing path={TWO_SHEETS} />
      {label}
    </Button>
  )
}
