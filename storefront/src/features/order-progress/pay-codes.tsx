import { useState } from "react"
import { QrCode } from "../../ui/qr-code"

interface Code {
  kind: "address" | "payment"
  text: string
  size: number
  /** Of the picture. */
  label: string
  title: string
  hint: string
  fallback?: string
}

/** The address alone, as specified, and beside it the code that fills in the amount. A phone has room for one of them. */
export function PayCodes({ address, uri }: { address: string; uri: string }) {
  const codes: readonly Code[] = [
    {
      kind: "address",
      text: address,
      size: 200,
      label: "The Bitcoin address as a QR code",
      title: "Address only",
      hint: "The code holds the address. Enter the amount yourself.",
    },
    {
      kind: "payment",
      text: uri,
      size: 240,
      label: "Address and amount in one code",
      title: "With the amount",
      hint: "Fills in the amount: works in most wallets.",
      fallback: "Please press Open in wallet, or copy the address and the amount.",
    },
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
        </figure>
      ))}
    </div>
  )
}
