import { policies } from "@brand/copy/policies"
import { useBusinessDetails } from "../../lib/business-details"
import { policyPath } from "../../lib/policies"
import { PrefetchLink } from "../../ui/prefetch-link"

export function TermsOfService() {
  const { name, legalName, address, email, phone, companyNumber, registeredIn, vatNumber, cards } =
    useBusinessDetails()
  return (
    <>
      <section>
        <h2>Who we are</h2>
        <p>
          {name} is the trading name of {legalName}, {address}.{" "}
          {companyNumber &&
            `Company number ${companyNumber}${registeredIn ? `, registered in ${registeredIn}` : ""}. `}
          {vatNumber && `VAT number ${vatNumber}. `}
          Email <a href={`mailto:${email}`}>{email}</a>, telephone {phone}.
        </p>
      </section>
      <section>
        <h2>Ordering</h2>
        <p>
          Our pages are an invitation to order. By pressing Complete Order you make a binding offer, which
          includes an obligation to pay. You can see and correct what you typed until then. Our email that
          confirms your order accepts it; with that the contract is made, in English, and that email is your
          copy of it.
        </p>
        <p>
          If we find that we cannot send something, or that a price was plainly wrong, we tell you before we
          send anything, and you may cancel and get all your money back.
        </p>
      </section>
      <section>
        <h2>Prices and payment</h2>
        <p>
          Prices are in pounds{vatNumber && " and include VAT"}; delivery is shown before you order. We accept
          Bitcoin{cards && " and cards, at the same price"}. With Bitcoin you pay the amount shown, to the
          address shown, within the time shown; an order that is not paid in that time is cancelled, and
          nothing is owed. The <PrefetchLink to={policyPath("bitcoin")}>Bitcoin Payment Guide</PrefetchLink>{" "}
          says what happens to a payment that is late, too small or too large.
        </p>
        {cards?.processor && (
          <p>
            Card payments are taken by {cards.processor} on its own page, when you order. We hold your order
            for {cards.minutesToPay} minutes; if it is not paid in that time it is cancelled, and nothing is
            charged.
          </p>
        )}
        <p>The goods belong to you once you have paid and received them.</p>
      </section>
      <section>
        <h2>Delivery</h2>
        <p>
          In the UK only, as the <PrefetchLink to={policyPath("shipping")}>Shipping Policy</PrefetchLink>{" "}
          says. The goods are at our risk until you have them.
        </p>
      </section>
      <section>
        <h2>Cancelling and returns</h2>
        <p>
          You may cancel within 14 days of delivery, with the exceptions and in the ways that the{" "}
          <PrefetchLink to={policyPath("returns")}>Returns Policy</PrefetchLink> describes. The model form is
          there too.
        </p>
      </section>
      {policies.goods && (
        <section>
          <h2>{policies.goods.title}</h2>
          <p>{policies.goods.text}</p>
        </section>
      )}
      <section>
        <h2>If something goes wrong</h2>
        <p>
          Goods must be as described, fit for purpose and of satisfactory quality (Consumer Rights Act 2015).
          Nothing here limits that, nor our liability for death or injury caused by our negligence, for fraud,
          or for anything else that the law does not let us limit. For other losses, we are liable only if
          they were foreseeable when you ordered. We sell to consumers, and not for resale.
        </p>
      </section>
      <section>
        <h2>Complaints and law</h2>
        <p>
          Please write to <a href={`mailto:${email}`}>{email}</a>; we reply within 24 hours on business days.
          If we cannot settle it, Citizens Advice helps consumers free of charge (0808 223 1133). The law of
          England and Wales applies; if you live in Scotland or Northern Ireland you keep the protection of
          the law there and may go to the courts there.
        </p>
      </section>
    </>
  )
}
