import { counted, REFUND_TIME } from "@shop/contracts"
import { useBusinessDetails } from "../../lib/business-details"
import { Part } from "./part"

export function BitcoinGuide() {
  const { periods, email, cards } = useBusinessDetails()
  return (
    <>
      <Part title="What you need">
        <p>
          A Bitcoin wallet, which is an app on your phone or computer, with enough Bitcoin in it for your
          order and the network's fee. Please do not buy Bitcoin just to shop here: its price goes up and down
          {cards && ", and a card costs the same"}.
        </p>
      </Part>
      <Part title="Paying, step by step">
        <ol>
          <li>Choose Bitcoin at the checkout and place your order.</li>
          <li>
            You see an address, an exact amount and two QR codes: one of the address alone, and one that fills
            in the amount too. Scan a code with your wallet, press Open in wallet, or copy both.
          </li>
          <li>
            Compare the first and last characters of the address, and send exactly that amount. Paying from an
            exchange? Make sure its fee is added on top, not taken from the amount.
          </li>
          <li>
            The page tracks your payment: first the network has seen it, then, usually within 10-30 minutes,
            it is confirmed. A large order waits for more than one confirmation; the page says how long. You
            can close the page; we'll email you.
          </li>
        </ol>
      </Part>
      <Part title="How long the price is held">
        <p>
          Prices are in pounds. When you order, the total is turned into Bitcoin at the rate at that moment,
          and that amount is held for you{" "}
          {periods === null
            ? "for the time shown beside the code"
            : `for ${formatDuration(periods.quoteMinutes)}`}
          . Every order has its own address. Never use an address twice.
        </p>
      </Part>
      <Part title="If something is different">
        <dl>
          <dt>Too little</dt>
          <dd>
            We tell you what is missing, and you may send the rest to the same address for a while longer.
          </dd>
          <dt>Too much</dt>
          <dd>Your order goes ahead, and we will email you about the surplus.</dd>
          <dt>Too late</dt>
          <dd>
            The money is not lost: we still watch the address. We'll check it and email you, either to send
            your order or to refund you.
          </dd>
          <dt>Twice, or after cancelling</dt>
          <dd>We refund what you did not owe.</dd>
          <dt>Confirmation takes a long time</dt>
          <dd>
            With a low fee, the network may take longer. If your payment was seen in time, your order waits
            several hours for it. After that we'll check it and email you.
          </dd>
        </dl>
      </Part>
      <Part title="Refunds">
        <p>
          Nobody can reverse a Bitcoin payment, but we can send you a refund. We email you, and you enter an
          address of your own on your order page; or we refund you in pounds if you prefer. You have it{" "}
          {REFUND_TIME}. We never send it to where your payment came from, which may belong to an exchange.
          When an address is entered or changed, we email it to you, so that nobody can change it without you
          knowing. Your rights are the same as with a card.
        </p>
      </Part>
      <Part title="Keep safe">
        <p>
          We never ask for your wallet's keys, recovery words or passwords, and never for a payment to release
          a refund. The right address is on our page and in our email. If in doubt, write to{" "}
          <a href={`mailto:${email}`}>{email}</a> before you send.
        </p>
      </Part>
    </>
  )
}

/** `60` → `60 minutes`, `120` → `2 hours`. */
function formatDuration(minutes: number): string {
  if (minutes >= 120 && minutes % 60 === 0) return `${minutes / 60} hours`
  return counted(minutes, "minute")
}
