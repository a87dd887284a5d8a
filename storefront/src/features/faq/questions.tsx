import { reportWithin } from "@brand/brand.json"
import { faq } from "@brand/copy/faq"
import { REFUND_TIME, type ShippingOption } from "@shop/contracts"
import { DELIVERY_TIMES, trackingText } from "../../lib/delivery-time"
import type { BusinessDetails } from "../../lib/business-details"
import { deliveryPrices } from "../../lib/money"
import type { AccordionItem } from "../../ui/accordion"
import { PrefetchLink } from "../../ui/prefetch-link"

export interface FaqSection {
  id: "payment" | "delivery" | "products"
  title: string
  items: AccordionItem[]
}

type Cards = BusinessDetails["cards"]

export function faqSections(options: readonly ShippingOption[], cards: Cards): FaqSection[] {
  return [payment(cards), delivery(options), products]
}

const payment = (cards: Cards): FaqSection => ({
  id: "payment",
  title: "Payment",
  items: [
    {
      title: "How do I pay with Bitcoin?",
      content: (
        <>
          <p>
            Choose Bitcoin at the checkout and place your order. You will see a QR code, an address and an
            exact amount. Scan the code with your wallet, or copy both, and send exactly that amount.
          </p>
          <p>The page tracks your payment and tells you when the network has confirmed it.</p>
        </>
      ),
    },
    {
      title: "How long does a Bitcoin payment take?",
      content: (
        <p>
          The network usually confirms a payment in 10-30 minutes. A large order waits for more than one
          confirmation, and the payment page says how long. We start on your order as soon as it is confirmed
          on the blockchain.
        </p>
      ),
    },
    {
      title: "How is the Bitcoin price worked out?",
      content: (
        <p>
          Prices are in pounds. When you order, the total is turned into Bitcoin at the rate at that moment,
          to eight decimal places, and that amount is held for the time shown beside the code.
        </p>
      ),
    },
    {
      title: "I have never used Bitcoin. Is that a problem?",
      content: (
        <>
          <p>
            Not at all. Bitcoin is money that one person sends to another over the internet, without a bank in
            between. It lives in a wallet, which is an app on your phone. All you need is a wallet with some
            Bitcoin in it. You don't need an account with us.
          </p>
          <p>
            Two things are different from a card. A payment takes 10-30 minutes to confirm, longer for a large
            order, and once sent it can't be reversed, so check the amount first. Your rights as a buyer are
            the same, refunds included.
          </p>
          <p>
            Please do not buy Bitcoin just to shop with us: its price goes up and down.
            {cards && " Choose Card at the checkout instead. The prices are the same."}
          </p>
        </>
      ),
    },
    {
      title: "Can I pay by card?",
      content: <p>{cardAnswer(cards)}</p>,
    },
  ],
})

function cardAnswer(cards: Cards): string {
  if (!cards) return "Not at the moment. We accept Bitcoin."
  const yes = "Yes. Choose Card at the checkout. It costs no more than paying with Bitcoin."
  if (!cards.processor) return yes
  return `${yes} You pay on the secure page of ${cards.processor} by card, Apple Pay or Google Pay, and come back to us. We never see your card number. If a payment is not completed, nothing is charged, and you can try again or pay with Bitcoin.`
}

function delivery(options: readonly ShippingOption[]): FaqSection {
  return {
    id: "delivery",
    title: "Delivery",
    items: [
      {
        title: "Where do you deliver?",
        content: <p>To UK addresses only, with verified postcodes. We cannot send parcels abroad.</p>,
      },
      {
        title: "How long does delivery take, and what does it cost?",
        content: (
          <>
            <p>It depends on the delivery that you choose. Remote areas can take 1-2 extra days.</p>
            <ul>
              {options.map((option) => (
                <li key={option.id}>
                  {option.label}: {deliveryPrices(option)}, {DELIVERY_TIMES[option.id]}
                </li>
              ))}
            </ul>
          </>
        ),
      },
      {
        title: "Can I track my order?",
        content: (
          <p>
            {trackingText(options)} If your parcel is late, write to us and we will find it or replace it. The
            link in your order email shows where it is. Lost it? We can{" "}
            <PrefetchLink to="/orders/find">send it again</PrefetchLink>.
          </p>
        ),
      },
      {
        title: "Can I change or cancel my order?",
        content: (
          <p>
            Open your order, by the link in its emails or from{" "}
            <PrefetchLink to="/orders">your orders</PrefetchLink>, and press Cancel this order: at any time
            while it is not paid, and for 1 hour after you have paid. To change it, write to us within 1 hour
            of ordering. After that it may already be packed. Your legal right to cancel is not affected.{" "}
            <PrefetchLink to="/orders/find">Find my order</PrefetchLink>
          </p>
        ),
      },
    ],
  }
}

const toItem = ({ title, paragraphs, list }: (typeof faq.products)[number]): AccordionItem => ({
  title,
  content: (
    <>
      {paragraphs?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {list && (
        <ul>
          {list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  ),
})

const products: FaqSection = {
  id: "products",
  title: "Products and returns",
  items: [
    ...faq.products.map(toItem),
    {
      title: "What is your returns policy?",
      content: (
        <>
          <p>{faq.returns.rule(reportWithin)}</p>
          <p>
            This is on top of your statutory rights, not instead of them: within 14 days you may withdraw from
            what you have not opened. The page of your order has the form. {faq.returns.opened}
          </p>
        </>
      ),
    },
    {
      title: "How are refunds paid for Bitcoin orders?",
      content: (
        <p>
          In Bitcoin, to an address you enter on your order page when we ask for it, or in pounds if you
          prefer, {REFUND_TIME}.
        </p>
      ),
    },
  ],
}
