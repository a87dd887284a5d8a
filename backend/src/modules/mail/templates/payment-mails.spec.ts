import { describe, expect, it } from "vitest"
import { TEMPLATES } from "."
import { expired, review, staffCase, underpaid } from "../fixtures/payments"

describe("part of a payment is missing", () => {
  const mail = TEMPLATES["payment-underpaid"](underpaid)

  it.each([
    ["what arrived", "0.00130000 BTC (130,000 satoshis)"],
    ["what is missing in bitcoin", "bitcoin (BTC):\n0.00004625\n"],
    ["what is missing in satoshis", "satoshis:\n4625\n"],
    ["the same address", underpaid.address],
    ["a link that asks for the rest", underpaid.uri],
    ["until when, in the UK's time", "21 June 2026 at 16:20"],
  ])("says %s", (_what, words) => {
    expect(mail.text).toContain(words)
  })

  it("opens a wallet from HTML too", () => {
    expect(mail.html).toContain(`href="${underpaid.uri.replaceAll("&", "&amp;")}"`)
    expect(mail.html).toContain(underpaid.address)
  })

  it("is never sent with an amount of another form", () => {
    const remaining = { btc: "0.00004625", sats: "46.25" }
    expect(() => TEMPLATES["payment-underpaid"]({ ...underpaid, remaining })).toThrow()
  })
})

describe("a quote that ran out", () => {
  it("leads to the order's page while a new quote can be had there, and says until when", () => {
    const { text, html } = TEMPLATES["payment-expired"](expired)
    expect(text).toContain(expired.renewal.url)
    expect(html).toContain(`href="${expired.renewal.url}"`)
    expect(text).toContain("21 June 2026 at 16:35 (UK time)")
  })

  it("leads to the shop afterwards, and promises no quote", () => {
    const { subject, text, html } = TEMPLATES["payment-expired"]({ ...expired, renewal: null })
    expect(html).toContain('href="https://shop.test"')
    expect(subject + text + html).not.toContain("new quote")
  })

  it("tells who has sent money meanwhile that it will be found", () => {
    for (const renewal of [expired.renewal, null])
      expect(TEMPLATES["payment-expired"]({ ...expired, renewal }).text).toContain("will find the payment")
  })
})

describe("money that a person has to settle", () => {
  it("is acknowledged to the buyer with its amount, the reasons and when we write", () => {
    const { text } = TEMPLATES["payment-review"](review)
    for (const words of [
      "0.00130000 BTC (130,000 satoshis)",
      "after the time for paying was over",
      "less than the amount",
      "within one working day",
    ])
      expect(text).toContain(words)
  })

  it("is acknowledged without a reason where none concerns the buyer", () => {
    const { text } = TEMPLATES["payment-review"]({ ...review, reasons: [] })
    expect(text).toContain("before we can go on.\n")
  })

  const mail = TEMPLATES["payment-case"](staffCase)

  it.each([
    ["the order, its total and its buyer", ["order number 1042", "£53.85", "ann@x.test"]],
    ["where the order stands", ["its goods are back on sale", "This payment is not booked."]],
    [
      "what was due, came and is missing",
      ["Due: 0.00134625 BTC", "Received: 0.00130000 BTC", "Missing: 0.00004625"],
    ],
    ["every flag in plain words", ["Late: money arrived", "Short: less", "replaced or vanished"]],
    ["the transaction that counts", ["in block 812345", "4e3b2d1c".repeat(8)]],
    ["the one that does not", ["vanished, not counted", "0a1b2c3d".repeat(8)]],
    ["what a person can do next", ["Late money: if the goods", "Short payment: ask the buyer"]],
    ["where to do it", ["https://backend.shop.test/app/orders/order_01J"]],
  ])("tells staff %s", (_what, words) => {
    for (const word of words) expect(mail.text).toContain(word)
  })

  it("tells staff of a surplus, and that an undone payment must not be sent", () => {
    const [invoice] = staffCase.invoices
    const odd = {
      ...invoice,
      isCaptured: true,
      closed: null,
      missing: null,
      surplus: { btc: "0.00000001", sats: "1" },
      flags: ["undone_after_capture"],
    }
    const { text } = TEMPLATES["payment-case"]({ ...staffCase, invoices: [odd] })
    expect(text).toContain("Too much: 0.00000001 BTC (1 satoshi)")
    expect(text).toContain("do not send the parcel")
    expect(text).toContain("This payment is booked.")
  })

  it("shows a flag it does not know by its name, and one called like a property of every object", () => {
    const [invoice] = staffCase.invoices
    const invoices = [{ ...invoice, flags: ["paid_by_moonlight", "constructor"] }]
    const { text } = TEMPLATES["payment-case"]({ ...staffCase, invoices })
    expect(text).toContain("Also noted: paid by moonlight.")
    expect(text).toContain("Also noted: constructor.")
  })

  it("tells two payments of one order apart", () => {
    const [invoice] = staffCase.invoices
    const { text } = TEMPLATES["payment-case"]({ ...staffCase, invoices: [invoice, invoice] })
    expect(text).toContain("WHAT HAPPENED, PAYMENT 2")
    expect(text.split("Late money: if the goods")).toHaveLength(2)
  })
})
