import { homeSections } from "@brand/copy/home-sections"
import { useQuery } from "@tanstack/react-query"
import { shippingOptionsQuery } from "../../api/catalogue"
import { useBusinessDetails } from "../../lib/business-details"
import { DELIVERY_TIMES } from "../../lib/delivery-time"
import { deliveryPrices, isFree } from "../../lib/money"
import { ButtonLink } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { QrCode } from "../../ui/qr-code"
import { Section } from "../../ui/page-head"

/** A fixed sample: BIP 173's own example. Its private key is public, so it must never receive money. */
const SAMPLE_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const QR_SIZE = 192

const STEPS = [
  {
    title: "Order as usual",
    text: "Choose Bitcoin at the checkout. We turn your total into an exact amount of Bitcoin and hold that price while you pay.",
  },
  {
    title: "Scan and send",
    text: "Scan the code with your wallet app, enter the amount and send. Or copy the address and amount instead.",
  },
  {
    title: "Give it 10-30 minutes",
    text: "The network takes about that long to confirm a payment, longer for a large order. The page updates by itself, so there's nothing to refresh.",
  },
] as const

export function BitcoinBanner() {
  const { cards } = useBusinessDetails()
  return (
    <section className="bitcoin-banner" aria-labelledby="bitcoin-heading">
      <div className="wrap bitcoin-banner__inner">
        <div className="bitcoin-banner__text">
          <h2 id="bitcoin-heading">Secure Bitcoin Payments</h2>
          <p>
            Bitcoin is money you send yourself, from an app on your phone called a wallet. There&apos;s no
            card number to type, and nobody can take more than you send. Never tried it? This is all there is
            to it.
          </p>
        </div>
        <ol className="bitcoin-banner__steps">
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <figure className="bitcoin-banner__code receipt">
          <QrCode
            text={SAMPLE_ADDRESS}
            size={QR_SIZE}
            label="Sample Bitcoin address as a QR code. Please do not send money to it."
          />
          <figcaption>
            <span>Scan with your Bitcoin wallet to learn more</span>
            <strong>Sample only. Please do not send money to it.</strong>
          </figcaption>
        </figure>
        <div className="bitcoin-banner__ways">
          <ButtonLink to="/faq" look="accent">
            Learn How It Works
          </ButtonLink>
          {cards && <p>No Bitcoin? Pay by card at the same price.</p>}
        </div>
      </div>
    </section>
  )
}

export function AboutTeaser() {
  const { story } = homeSections
  return (
    <section className="section about-teaser" aria-labelledby="about-heading">
      <div className="wrap about-teaser__inner">
        <img src="/art/about.svg" alt="" width={640} height={640} loading="lazy" />
        <div>
          <h2 id="about-heading">{story.title}</h2>
          {story.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <ButtonLink to="/about" look="secondary">
            More about us
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

const FREE_TITLES = { standard: "Free standard delivery", special: "Free special delivery" } as const

export function DeliveryInfo() {
  const { data: options } = useQuery(shippingOptionsQuery())
  return (
    <Section
      title="UK Delivery Only"
      lead="We deliver throughout England, Scotland, Wales and Northern Ireland: to UK addresses only, with a verified postcode."
      className="delivery-info"
    >
      <img
        src="/art/delivery.svg"
        alt=""
        width={960}
        height={560}
        loading="lazy"
        className="delivery-info__art"
      />
      <ul className="delivery-info__facts">
        <li>
          <Icon name="clock" />
          <div>
            <h3>{DELIVERY_TIMES.standard}</h3>
            <p>{homeSections.dispatch}</p>
          </div>
        </li>
        {options?.map((option) => (
          <li key={option.id}>
            <Icon name={option.id === "special" ? "shield" : "truck"} />
            <div>
              <h3>{isFree(option) ? FREE_TITLES[option.id] : deliveryPrices(option)}</h3>
              <p>{option.label}</p>
              {option.estimate && (
                <p>
                  Order and pay now: <span className="unbroken">estimated {option.estimate.label}</span>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
