import { describe, expect, it } from "vitest"
import { timelineOf } from "./timeline"

const AT = "2026-11-24T10:00:00.000Z"
const texts = {
  text: (key: string) => key,
  money: (amount: string, currency: string) => `${amount} ${currency}`,
  btc: (sats: string) => `${sats} sats`,
}
const payment: Parameters<typeof timelineOf>[0] = {
  created_at: AT,
  price: "12.34",
  currency: "GBP",
  due_sats: "30850",
  outputs: [
    { txid: "ab", vout: 0, url: null, sats: "30850", status: "confirmed", confirmations: 1, seen_at: AT },
  ],
  refunds: [],
  refund_addresses: [],
  claims: [],
  transitions: [{ state: "confirmed", block: 812345, at: "2026-11-24T10:04:00.000Z" }],
  audit_entries: [
    { action: "accept", reason: null, by: "ada@shop.example", at: "2026-11-24T10:05:00.000Z" },
    { action: "record_refund", reason: null, by: "ada@shop.example", at: "2026-11-24T10:06:00.000Z" },
  ],
}

describe("the timeline of a payment", () => {
  it("has the newest first, and the quote before what came in its moment", () => {
    expect(timelineOf(payment, texts).map(({ what }) => what)).toEqual([
      "timeline.accept",
      "timeline.became.confirmed",
      "timeline.seen",
      "timeline.quoted",
    ])
  })
})
