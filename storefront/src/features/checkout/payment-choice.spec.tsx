import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { BusinessDetails } from "../../lib/business-details"
import type { BitcoinRateStatus } from "../../api/catalogue"
import { PaymentChoice, unpayableMethods } from "./payment-choice"

const BY_HAND = { processor: null, minutesToPay: 5760, least: "0.01" }
const ON_A_PAGE = { processor: "Stripe", minutesToPay: 30, least: "0.30" }

function html(
  resting: string | null,
  value: "bitcoin" | "card",
  cards: BusinessDetails["cards"] = BY_HAND,
  total: number | null = null,
) {
  const rate: BitcoinRateStatus =
    resting === null ? { isKnown: true, pounds: "40000", least: "0.12" } : { isKnown: false, reason: resting }
  return renderToStaticMarkup(
    <PaymentChoice
      value={value}
      onChange={() => undefined}
      isFree={total === 0}
      unpayable={unpayableMethods(total, rate, cards)}
      cards={cards}
      quoteMinutes={60}
      hasOrder={false}
    />,
  )
}

test("without a rate Bitcoin is disabled with a reason, and the card can be chosen", () => {
  for (const value of ["bitcoin", "card"] as const) {
    const shown = html("Bitcoin payments are temporarily unavailable.", value)
    expect(shown).toContain("Bitcoin is not available at the moment")
    expect(shown).toContain("Bitcoin payments are temporarily unavailable.")
    expect(shown).not.toContain("QR code")
    expect(shown).toMatch(/<input[^>]*disabled=""[^>]*value="bitcoin"/)
    expect(shown).not.toMatch(/<input[^>]*disabled=""[^>]*value="card"/)
  }
})

test("without a rate the card is offered where the shop takes cards", () => {
  expect(html("Not now.", "bitcoin")).toContain("You can pay by card instead.")
  expect(html("Not now.", "bitcoin", null)).not.toMatch(/card/i)
})

test("with a rate the panel explains how to pay with Bitcoin", () => {
  const shown = html(null, "bitcoin")
  expect(shown).toContain("QR code")
  expect(shown).toContain("You have 60 minutes to pay")
  expect(shown).toContain('href="/policies/bitcoin"')
  expect(shown).not.toContain("not available")
  expect(shown).not.toContain("disabled")
})

test("a card is paid on the processor's page, or later with staff, or not at all", () => {
  expect(html(null, "card", ON_A_PAGE)).toContain("secure page of Stripe")
  expect(html(null, "card")).toContain("email you how to pay")
  expect(html(null, "bitcoin", null)).not.toContain("Card")
})

test("a method that cannot pay so little is disabled, and the other one is offered", () => {
  const shown = html(null, "card", ON_A_PAGE, 29)
  expect(shown).toContain("Cards are not available for this order")
  expect(shown).toContain("The smallest amount for cards is £0.30. You can pay with Bitcoin instead.")
  expect(shown).toMatch(/<input[^>]*disabled=""[^>]*value="card"/)
  expect(shown).not.toMatch(/<input[^>]*disabled=""[^>]*value="bitcoin"/)
  expect(html(null, "bitcoin", ON_A_PAGE, 30)).not.toContain("disabled")
  const neither = html(null, "bitcoin", ON_A_PAGE, 11)
  expect(neither).toContain("The smallest amount for Bitcoin is £0.12.")
  expect(neither).not.toContain("instead")
  expect(neither).toContain("The smallest amount for cards is £0.30.")
  expect(neither.match(/role="status"/g)).toHaveLength(1)
  expect(neither).toMatch(/Add something to your cart.*href="\/products"/)
  expect(html(null, "bitcoin", null, 11)).toContain("Add something to your cart")
})

test("an order of £0 needs no method, also while Bitcoin is unavailable", () => {
  for (const resting of [null, "Not now."]) {
    const shown = html(resting, "bitcoin", ON_A_PAGE, 0)
    expect(shown).toContain("There is nothing to pay for this order.")
    expect(shown).toContain('type="hidden" name="paymentMethod" value="bitcoin"')
    expect(shown).not.toMatch(/radio|not available/)
  }
})
