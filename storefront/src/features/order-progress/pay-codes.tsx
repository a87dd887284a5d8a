import { lightningCode } from "medusa-payment-bitcoin-storefront"
import { useState } from "react"
import type { BitcoinPayment } from "@shop/contracts"
import { Button } from "../../ui/button"
import { QrCode } from "../../ui/qr-code"

interface Code {
  kind: "address" | "payment"
  text: string
  size: number
  /** Of the picture. */
  label: string
  title: string
  hint: string
  isDense?: boolean
  fallback?: string
}

const FALLBACK = "Please press Open in wallet, or copy the address and the amount."

/** For both rails while Lightning is offered, and one press away for Lightning wallets that overlook it there. */
function payCode({ uri, lightning }: CodesProps["payment"], isLightningOnly: boolean): Code {
  const code = { kind: "payment", fallback: FALLBACK } as const
  if (lightning === null)
    return {
      ...code,
      text: uri,
      size: 240,
      label: "Address and amount in one code",
      title: "With the amount",
      hint: "Fills in the amount: works in most wallets.",
    }
  const dense = { ...code, size: 280, isDense: true }
  return isLightningOnly
    ? {
        ...dense,
        text: lightningCode(lightning.invoice),
        label: "The Lightning invoice as a QR code",
        title: "Lightning only",
        hint: "For Lightning wallets. Paid within a second.",
      }
    : {
        ...dense,
        text: lightning.unifiedUri,
        label: "Bitcoin and Lightning in one code",
        title: "With Lightning",
        hint: "Fills in the amount, on the chain or by Lightning. Lightning is paid within a second.",
      }
}

interface CodesProps {
  payment: Pick<BitcoinPayment, "address" | "uri" | "lightning">
}

/** The address alone, as specified, and beside it the code that fills in the amount. A phone has room for one of them. */
export function PayCodes({ payment }: CodesProps) {
  const [isLightningOnly, setLightningOnly] = useState(false)
  const codes: readonly Code[] = [
    {
      kind: "address",
      text: payment.address,
      size: 200,
      label: "The Bitcoin address as a QR code",
      title: "Address only",
      hint: "The code holds the address. Enter the amount yourself.",
    },
    payCode(payment, isLightningOnly),
  ]
  const [shown, setShown] = useState<Code["kind"]>("address")
  return (
    <div className="pay-codes">
      <fieldset className="pay-codes__choice payment-tabs">
        <legend className="visually-hidden">The code to show</legend>
        {codes.map(({ kind, title }) => (
          <label key={kind} className="payment-tab">
            <input
              type="radio"
              name="code"
              autoComplete="off"
              checked={shown === kind}
              onChange={() => setShown(kind)}
            />
            {title}
          </label>
        ))}
      </fieldset>
      {codes.map(({ kind, title, hint, ...code }) => (
        <figure key={kind} className={`pay-code pay-code--${kind}`} data-shown={shown === kind || undefined}>
          <div className="qr-frame">
            <QrCode {...code} />
          </div>
          <figcaption>
            <strong>{title}</strong> {hint}
          </figcaption>
          {kind === "payment" && payment.lightning !== null && (
            <Button look="secondary" onClick={() => setLightningOnly(!isLightningOnly)}>
              {isLightningOnly ? "Bitcoin and Lightning" : "Lightning only"}
            </Button>
          )}
        </figure>
      ))}
    </div>
  )
}
