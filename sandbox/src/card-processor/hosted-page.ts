import type Stripe from "stripe"
import { html, Html } from "../html/markup.js"
import { type Account, idOf } from "./account.js"
import { STYLE } from "./style.js"
import { TEST_CARDS } from "./test-cards.js"

export type PayPageProblem = "number" | "expiry" | "cvc"

const PROBLEMS: Readonly<Record<PayPageProblem, string>> = {
  number: "Only the test cards below work here. Never enter a real card.",
  expiry: "Your card's expiration date is incomplete or in the past.",
  cvc: "Your card's security code is incomplete.",
}

interface PayPage {
  number: string | undefined
  problem: PayPageProblem | undefined
}

/** The payment form, with the reason of the last decline. */
export function payPage(
  account: Account,
  session: Stripe.Checkout.Session,
  { number, problem }: PayPage,
): string {
  const intent = account.intents.get(idOf(session.payment_intent))
  const reason = problem === undefined ? intent?.last_payment_error?.message : PROBLEMS[problem]
  const pay = `Pay ${moneyOf(session)}`
  const invalid = (field: PayPageProblem) =>
    field === problem && html`aria-invalid="true" aria-describedby="reason"`
  return page(
    session,
    pay,
    html`<div class="columns">
      ${summaryOf(account, session)}
      <main>
        <h1>Pay by card</h1>
        ${reason !== undefined && html`<p class="reason" id="reason" role="alert">${reason}</p>`}
        <form method="post" class="wallets">
          <input type="hidden" name="email" value="${session.customer_email ?? ""}" />
          <button name="method" value="apple_pay">Apple Pay</button>
          <button name="method" value="google_pay">Google Pay</button>
        </form>
        <p class="or">or enter a card</p>
        <form method="post">
          <label
            >Email
            <input
              type="email"
              name="email"
              autocomplete="email"
              required
              value="${session.customer_email ?? "buyer@example.com"}"
          /></label>
          <label
            >Card number
            <input
              name="number"
              inputmode="numeric"
              autocomplete="cc-number"
              required
              placeholder="1234 1234 1234 1234"
              value="${spaced(number ?? "")}"
              ${invalid("number")}
          /></label>
          <div class="pair">
            <label
              >Expiry
              <input
                name="expiry"
                inputmode="numeric"
                autocomplete="cc-exp"
                required
                placeholder="MM / YY"
                value="12 / 40"
                ${invalid("expiry")}
            /></label>
            <label
              >Security code
              <input
                name="cvc"
                inputmode="numeric"
                autocomplete="cc-csc"
                required
                placeholder="CVC"
                value="123"
                ${invalid("cvc")}
            /></label>
          </div>
          <label>Name on card <input name="name" autocomplete="cc-name" value="Test Buyer" required /></label>
          <button class="pay">${pay}</button>
        </form>
        ${session.cancel_url !== null && html`<p><a href="${session.cancel_url}">Back to the shop</a></p>`}
        ${testCards(session)}
      </main>
    </div>`,
  )
}

function summaryOf(account: Account, session: Stripe.Checkout.Session): Html {
  const items = account.requests.get(session.id)?.parameters.line_items ?? []
  return html`<section class="summary" aria-label="Order summary">
    <p class="total">${moneyOf(session)}</p>
    <ul>
      ${items.map(
        ({ quantity, price_data: price }) =>
          html`<li>
            <span>${price.product_data.name}${quantity > 1 && html` × ${quantity}`}</span>
            <span>${money(quantity * price.unit_amount, price.currency)}</span>
          </li>`,
      )}
    </ul>
    ${session.client_reference_id !== null && html`<p class="quiet">Reference ${session.client_reference_id}</p>`}
  </section>`
}

function testCards({ id }: Stripe.Checkout.Session): Html {
  return html`<details open>
    <summary>Test cards</summary>
    <ul class="cards">
      ${TEST_CARDS.map(
        ({ number, label }) =>
          html`<li><a href="/c/pay/${id}?card=${number}">${spaced(number)}</a> <span>${label}</span></li>`,
      )}
    </ul>
  </details>`
}

/** The page of the buyer's bank. */
export function challengePage(session: Stripe.Checkout.Session): string {
  return page(
    session,
    "Confirm your payment",
    html`<main class="narrow">
      <h1>3-D Secure</h1>
      <p>
        Your bank asks you to confirm the payment of <strong>${moneyOf(session)}</strong>. Choose its answer.
      </p>
      <form method="post" class="answers">
        <button class="pay" name="answer" value="pass">Confirm payment</button>
        <button name="answer" value="fail">Fail authentication</button>
      </form>
    </main>`,
  )
}

/** What an expired or completed session shows. */
export function closedPage(session: Stripe.Checkout.Session, successUrl: string): string {
  const isPaid = session.status === "complete"
  const back = isPaid ? successUrl : session.cancel_url
  return page(
    session,
    isPaid ? "Payment complete" : "Session expired",
    html`<main class="narrow">
      <h1>${isPaid ? "This payment is complete" : "This page has expired"}</h1>
      <p>${isPaid ? "You cannot pay twice." : "No money was taken. Go back to the shop to try again."}</p>
      ${back !== null && html`<p><a href="${back}">Back to the shop</a></p>`}
    </main>`,
  )
}

function page(session: Stripe.Checkout.Session, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} (sandbox)</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body data-session="${session.id}">
        <p class="banner" role="note">
          <strong>Sandbox</strong> This page imitates Stripe's. No card is charged and no money moves.
        </p>
        ${body}
      </body>
    </html>`.text
}

export const money = (pence: number, currency: string) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(pence / 100)

const moneyOf = ({ amount_total: amount, currency }: Stripe.Checkout.Session) =>
  money(amount ?? 0, currency ?? "gbp")

const spaced = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")
