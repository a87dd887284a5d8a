import { ButtonLink } from "../../ui/button"
import { QrCode } from "../../ui/qr-code"

/** A fixed sample to look at: BIP 173's own example. Its private key is public, so nothing may ever be sent to it. */
const SAMPLE_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const QR_SIZE = 192

/** Bitcoin in plain words, for people who have never used it. */
export function BitcoinBanner() {
  return (
    <section className="bitcoin-banner" aria-labelledby="bitcoin-heading">
      <div className="wrap bitcoin-banner__inner">
        <div>
          <h2 id="bitcoin-heading">Secure Bitcoin Payments</h2>
          <p>
            Pay from any Bitcoin wallet: scan a code, check the amount, send. The price in pounds is fixed
            when you order, the network confirms it in 10-30 minutes, and no card number is typed anywhere.
          </p>
          <ol className="bitcoin-banner__steps">
            <li>Choose Bitcoin at the checkout.</li>
            <li>Scan the code, or copy the address and the exact amount.</li>
            <li>Watch the page: it tells you when your payment is confirmed.</li>
          </ol>
          <ButtonLink to="/faq#payment" look="honey">
            Learn How It Works
          </ButtonLink>
        </div>
        <figure className="bitcoin-banner__code">
          <div className="qr-frame">
            <QrCode text={SAMPLE_ADDRESS} size={QR_SIZE} label="Sample Bitcoin address as a QR code" />
          </div>
          <figcaption>Scan with your Bitcoin wallet to learn more</figcaption>
        </figure>
      </div>
    </section>
  )
}
