import { replyWithin } from "@brand/brand.json"
import { policies } from "@brand/copy/policies"
import { useBusinessDetails } from "../../lib/business-details"
import { policyPath, registrationOf } from "../../lib/policies"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Part } from "./part"

export function TermsOfService() {
  const facts = useBusinessDetails()
  const { name, legalName, address, email, phone, vatNumber, cards } = facts
  return (
    <>
      <Part title="Who we are">
        <p>
          {name} is the trading name of {legalName}, {address}. {registrationOf(facts)}
          Email <a href={`mailto:${email}`}>{email}</a>, telephone {phone}.
        </p>
      </Part>
      <Part title="Ordering">
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
      </Part>
      <Part title="Prices and payment">
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
      </Part>
      <Part title="Delivery">
        <p>
          In the UK only, as the <PrefetchLink to={policyPath("shipping")}>Shipping Policy</PrefetchLink>{" "}
          says. The goods are at our risk until you have them.
        </p>
      </Part>
      <Part title="Cancelling and returns">
        <p>
          You may cancel within 14 days of delivery, with the exceptions and in the ways that the{" "}
          <PrefetchLink to={policyPath("returns")}>Returns Policy</PrefetchLink> describes. The model form is
          there too.
        </p>
      </Part>
      {policies.goods && (
        <Part title={policies.goods.title}>
          <p>{policies.goods.text}</p>
        </Part>
      )}
      <Part title="If something goes wrong">
        <p>
          Goods must be as described, fit for purpose and of satisfactory quality (Consumer Rights Act 2015).
          Nothing here limits that, nor our liability for death or injury caused by our negligence, for fraud,
          or for anything else that the law does not let us limit. For other losses, we are liable only if
          they were foreseeable when you ordered. We sell to consumers, and not for resale.
        </p>
      </Part>
      <Part title="Complaints and law">
        <p>
          Please write to <a href={`mailto:${email}`}>{email}</a>; we reply within {replyWithin} on business
          days. If we cannot settle it, Citizens Advice helps consumers free of charge (0808 223 1133).{" "}
          {policies.law && `The law of ${policies.law} applies. `}
          Wherever in the UK you live, you keep the protection of the law there and may go to the courts
          there.
        </p>
      </Part>
    </>
  )
}
