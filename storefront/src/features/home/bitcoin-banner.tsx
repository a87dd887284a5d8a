import { useBusinessDetails } from "../../lib/business-details"
import { ButtonLink } from "../../ui/button"
import { QrCode } from "../../ui/qr-code"

/** A fixed sample: BIP 173's own example. Its private key is public, so it must never receive money. */
const SAMPLE_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const QR_SIZE = 192

const STEPS = [
  {
    title: "Order as usual",
    text: "Choose Bitcoin at the checkout. Your total in pounds becomes one exact amount of Bitcoin, held for you while you pay.",
  },
  {
    title: "Scan and send",
    text: "Point your wallet app at the code, check the amount, send. Or copy the address and the amount: it comes to the same.",
  },
  {
    title: "Give it 10-30 minutes",
    text: "The network takes about that long to confirm a payment, longer for a large order. The page follows it for you, so there is nothing to refresh.",
  },
] as const

/** Bitcoin explained for beginners. */
export function BitcoinBanner() {
  const { cards } = useBusinessDetails()
  return (
    <section className="bitcoin-banner" aria-labelledby="bitcoin-heading">
      <div className="wrap bitcoin-banner__inner">
        <div className="bitcoin-banner__text">
          <h2 id="bitcoin-heading">Secure Bitcoin Payments</h2>
          <p>
            Bitcoin is money you send yourself, from an app on your phone called a wallet. No card number is
            typed, and no one can take more than you send. If you have never seen it done, this is all of it.
          </p>
        </div>
        <figure className="bitcoin-banner__code receipt">
          <QrCode text={SAMPLE_ADDRESS} size={QR_SIZE} label="Sample Bitcoin address as a QR code" />
          <figcaption>Scan with your Bitcoin wallet to learn more</figcaption>
        </figure>
        <ol className="bitcoin-banner__steps">
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <div className="bitcoin-banner__ways">
          <ButtonLink to="/faq" look="honey">
            Learn How It Works
          </ButtonLink>
          {cards && <p>No Bitcoin? Pay by card instead. The prices are the same.</p>}
        </div>
      </div>
    </section>
  )
}
