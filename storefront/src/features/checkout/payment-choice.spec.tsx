import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { BusinessDetails } from "../../lib/business-details"
import { PaymentChoice } from "./payment-choice"

const BY_HAND = { processor: null, minutesToPay: 5760 }

function html(resting: string | null, value: "bitcoin" | "card", cards: BusinessDetails["cards"] = BY_HAND) {
  return renderToStaticMarkup(
    <PaymentChoice
      value={value}
      onChange={() => undefined}
      bitcoinUnavailable={resting}
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
  expect(html(null, "card", { processor: "Stripe", minutesToPay: 30 })).toContain("secure page of Stripe")
  expect(html(null, "card")).toContain("email you how to pay")
  expect(html(null, "bitcoin", null)).not.toContain("Card")
})
