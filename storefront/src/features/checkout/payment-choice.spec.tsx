import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { bitcoinRateQuery, type RateNow } from "../../api/bitcoin-rate"
import { PaymentChoice } from "./payment-choice"

function html(rate: RateNow, value: "bitcoin" | "card"): string {
  const client = new QueryClient()
  client.setQueryData(bitcoinRateQuery().queryKey, rate)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PaymentChoice value={value} onChange={() => undefined} hasOrder={false} />
    </QueryClientProvider>,
  )
}

const resting: RateNow = { isKnown: false, sentence: "Bitcoin payments are resting." }

test("without a rate the Bitcoin panel says so, and the card can be chosen", () => {
  const shown = html(resting, "bitcoin")
  expect(shown).toContain("Bitcoin is not available at the moment")
  expect(shown).toContain("Bitcoin payments are resting.")
  expect(shown).not.toContain("QR code")
  expect(shown).toContain('value="card"')
})

test("who pays by card reads nothing about it", () => {
  expect(html(resting, "card")).not.toContain("not available")
})

test("with a rate it tells how Bitcoin is paid", () => {
  const shown = html({ isKnown: true, pounds: "63074.47" }, "bitcoin")
  expect(shown).toContain("QR code")
  expect(shown).not.toContain("not available")
})
