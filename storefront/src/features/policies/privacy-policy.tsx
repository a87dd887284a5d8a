import { DATA_COMPLAINT_DAYS, DATA_COMPLAINT_SUBJECT, RETENTION } from "@shop/contracts"
import { useBusinessDetails } from "../../lib/business-details"
import { DATA_COMPLAINT_PATH } from "../../lib/links"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Part } from "./part"

export function PrivacyPolicy() {
  const { legalName, address, email, periods, cards } = useBusinessDetails()
  return (
    <>
      <Part title="Who is responsible">
        <p>
          {legalName}, {address}. Questions about your data: <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </Part>
      <Part title="In short">
        <p>
          We keep only what your order needs. There are no trackers, no advertising and no analytics on these
          pages, and nothing is loaded from other companies while you browse. That is why there is no cookie
          banner.
        </p>
      </Part>
      <Part title="What we keep, and why">
        <dl>
          <dt>When you order</dt>
          <dd>
            Name, email address, telephone, delivery address, what you bought and how you paid: to send your
            parcel, to write to you about it (our contract with you) and to keep the books (a legal duty). We
            never see your card number.
          </dd>
          <dt>When you pay with Bitcoin</dt>
          <dd>
            The address we made for your order, the amount and rate, and the transactions that paid it.
            Transactions stay in Bitcoin's public record permanently, without your name; only we know which
            order an address belongs to. For a refund, also the address you give us for it.
          </dd>
          {cards?.processor && (
            <>
              <dt>When you pay by card</dt>
              <dd>
                You pay on a page of {cards.processor}, which gets the amount, the number of your order and
                what you type there, as your bank requires it. It tells us whether you paid, the kind of card
                and its last four digits. Its own privacy policy applies to its page.
              </dd>
            </>
          )}
          <dt>When you write to us</dt>
          <dd>Your name, email address and message, to answer it, because you agreed to that in the form.</dd>
          <dt>When you sign in with Google</dt>
          <dd>
            Your name, email address and the address of your photo, to show you your orders. We contact Google
            only when you press Sign In; Google then knows that you use this shop. You can order without
            signing in.
          </dd>
          <dt>While you browse</dt>
          <dd>
            Your browser stores your cart's ID, what you have typed at the checkout and, when you are signed
            in, a session cookie. All of it is strictly necessary. Our servers see your IP address, to send
            you the pages and to prevent abuse (our legitimate interest), and do not keep a record of your
            visit. While an order is unpaid we keep a code made from that address, so that one visitor cannot
            reserve everything without paying.
          </dd>
        </dl>
      </Part>
      <Part title="Who else sees it">
        <p>
          The carrier that brings your parcel (name, address, telephone), and the companies that run our
          servers and email, on our instructions.
          {cards?.processor && ` If you pay by card, ${cards.processor}, which takes the payment.`} The tax
          office, if it asks. We sell data to no one.
        </p>
      </Part>
      <Part title="How long">
        <ul>
          <li>Carts that you leave alone: {RETENTION.cartDays} days.</li>
          <li>
            Orders that were cancelled unpaid: your name and addresses go after {RETENTION.unpaidOrderDays}{" "}
            days.
          </li>
          <li>
            All other orders: {RETENTION.orderYears} years, as long as the tax office may ask; then your name
            and addresses go.
          </li>
          <li>
            Messages:{" "}
            {periods === null ? "only for a limited time" : `${String(periods.messagesKeptDays)} days`} after
            our last reply.
          </li>
          <li>Your account: until you delete it.</li>
        </ul>
      </Part>
      <Part title="Your rights">
        <p>
          You may see what we keep, have it corrected or deleted, take it with you, object to its use, and
          withdraw a consent. Signed in, <PrefetchLink to="/account">your account</PrefetchLink> lets you
          download everything and delete it yourself; otherwise write to us and we will answer within a month.
          We keep what the law requires, only for as long as it requires.
        </p>
      </Part>
      <Part title="Complaints about your data">
        <p>
          If you think we have got something wrong,{" "}
          <PrefetchLink to={DATA_COMPLAINT_PATH}>complain with our form</PrefetchLink> (subject:{" "}
          {DATA_COMPLAINT_SUBJECT}), by email to <a href={`mailto:${email}`}>{email}</a> or by post. We
          confirm that we have it, look into it, and tell you the outcome without undue delay, at the latest{" "}
          {DATA_COMPLAINT_DAYS} days after it reached us. It costs nothing.
        </p>
        <p>
          You may also complain to the Information Commissioner's Office:{" "}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>, telephone 0303 123 1113.
        </p>
      </Part>
    </>
  )
}
