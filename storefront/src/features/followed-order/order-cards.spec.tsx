import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { BitcoinRefunds } from "./order-cards"

const onChain = {
  ...{ at: "2026-11-20T10:00:00.000Z", amount: "5.00", sats: "12500" },
  ...{ address: "bc1qbuyer", txid: "ab".repeat(32), preimage: null, url: "https://explorer.test/tx" },
}
const byLightning = {
  ...{ at: "2026-11-21T10:00:00.000Z", amount: "1.00", sats: "2500" },
  ...{ address: "anna@wallet.example", txid: "cd".repeat(32), preimage: "ef".repeat(32), url: null },
}
const shown = (...refunds: (typeof onChain | typeof byLightning)[]) =>
  renderToStaticMarkup(<BitcoinRefunds refunds={refunds} />)

test("a buyer reads how much bitcoin came back, where to, and by which transaction", () => {
  const html = shown(onChain)
  for (const part of ["Refunded in bitcoin<", "£5.00", "0.00012500 BTC (12,500 satoshis)", "bc1qbuyer"])
    expect(html).toContain(part)
  expect(html).toContain(`<a href="https://explorer.test/tx">${onChain.txid}</a>`)
  expect(html).not.toContain("Lightning")
})

test("a refund by Lightning shows its preimage; several refunds are one list", () => {
  const html = shown(onChain, byLightning)
  for (const part of [
    "Refunded in bitcoin<",
    "Sent in bitcoin, by Lightning",
    "0.00002500 BTC (2,500 satoshis)",
    byLightning.preimage,
  ])
    expect(html).toContain(part)
  expect(html.match(/<dl/g)).toHaveLength(2)
  expect(html).toContain("Payment hash")
})
