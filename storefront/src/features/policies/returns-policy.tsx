import { reportWithin } from "@brand/brand.json"
import { policies } from "@brand/copy/policies"
import { REFUND_TIME } from "@shop/contracts"
import { useBusinessDetails, type BusinessDetails } from "../../lib/business-details"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Part } from "./part"

export function ReturnsPolicy() {
  const facts = useBusinessDetails()
  return (
    <>
      <Part title="Changing or cancelling soon after ordering">
        <p>
          On the page of your order you can cancel it while it is not paid, and for 1 hour after you have
          paid, unless it is packed before. <PrefetchLink to="/orders/find">Find my order</PrefetchLink> sends
          you its link. {facts.cards && "A card payment goes back to the card automatically. "}For a Bitcoin
          payment the page asks for an address. You have your money back {REFUND_TIME}. Write to us within 1
          hour of ordering and we can usually still change your order. After that it may already be packed;
          your right to cancel, below, is not affected. An unpaid order is cancelled automatically when the
          time to pay runs out.
        </p>
      </Part>
      <Part title="Your right to cancel within 14 days">
        <p>
          You may cancel within 14 days after the day on which you, or someone you named, received the parcel.
          You don't need to give a reason. Tell us clearly by email to{" "}
          <a href={`mailto:${facts.email}`}>{facts.email}</a>, by post to {facts.address}, with the form on
          the page of your order, or with the form below. You only need to send it before the 14 days end.
        </p>
        <p>
          Send the goods back within 14 days of telling us, to the address above. You pay for the return, and
          you are responsible for any loss in value caused by handling the goods more than needed to check
          them.
        </p>
        <p>
          We refund what you paid, with the cost of standard delivery, {REFUND_TIME} of receiving the goods,
          or of proof that you have sent them. {facts.cards && "A card payment goes back to the card. "}A
          Bitcoin payment goes back in Bitcoin to an address that you give us or, if you agree, in pounds.
          There is no fee.
        </p>
      </Part>
      <Part title="What cannot be sent back">
        <p>The right to cancel does not cover:</p>
        <ul>
          {policies.exceptions.items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>
          {policies.exceptions.summary}
          {policies.otherGoods !== null && policies.otherGoods !== "none" && ` ${policies.otherGoods}`}
        </p>
      </Part>
      <Part title="If something is wrong">
        <p>
          If what you received is damaged, defective or not what you ordered, please email us with photos,
          within {reportWithin} of delivery if you can. We replace it or refund you, delivery included, and
          you send nothing back unless we ask and pay for it.
        </p>
        <p>
          This is on top of your rights under the Consumer Rights Act 2015, not instead of them: what you buy
          must be as described, fit for its purpose and of satisfactory quality. Within 30 days you may reject
          goods that are not and get your money back.
        </p>
      </Part>
      <Part title="Model cancellation form">
        <p>
          Fill it in and send it back only if you wish to cancel. You may print this page or copy the text.
        </p>
        <CancellationForm {...facts} />
      </Part>
    </>
  )
}

const BLANKS = [
  "Ordered on / received on:",
  "Order number:",
  "Name of consumer(s):",
  "Address of consumer(s):",
  "Signature of consumer(s), only if on paper:",
  "Date:",
]

/** The model cancellation form of the Consumer Contracts Regulations 2013 (Schedule 3, part B), to print or copy. */
function CancellationForm({ legalName, address, email }: BusinessDetails) {
  return (
    <div className="policy__form">
      <p>
        To {legalName}, {address}, {email}:
      </p>
      <p>
        I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods
        [*] / for the supply of the following service [*],
      </p>
      {BLANKS.map((words) => (
        <p key={words} className="policy__blank">
          {words}
        </p>
      ))}
      <p>[*] Delete as appropriate.</p>
    </div>
  )
}
