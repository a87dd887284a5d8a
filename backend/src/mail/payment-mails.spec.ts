import { describe, expect, it } from "vitest"
import { paymentCase } from "./staff-bitcoin-case"
import { orderChanged } from "./order-placed"
import { paymentDeclined, paymentExpired, paymentUnderpaid } from "./payment-due"
import { paymentConfirmed, paymentReview, paymentSeen } from "./payment-received"
import { EXAMPLES, sampleShop as shop } from "./testing/examples"

describe("a payment seen on the network", () => {
  it.each([
    [1, "one confirmation before we pack, which usually takes 10-30 minutes"],
    [3, "3 confirmations before we pack, which usually takes 30-60 minutes"],
    [6, "6 confirmations before we pack, which usually takes 1-2 hours"],
  ])("with %i required confirmations, says how long they take", (requiredConfirmations, text) => {
    const view = { ...EXAMPLES["payment-seen"].views["three confirmations"], requiredConfirmations }
    expect(paymentSeen.render(view, shop).text).toContain(text)
  })
})

describe("the rails of a Bitcoin payment", () => {
  const { final, "by Lightning": lightning, "by card": card } = EXAMPLES["payment-confirmed"].views
  it.each([
    [final, "Paid by: Bitcoin\n"],
    [lightning, "Paid by: Bitcoin, by Lightning\n"],
    [card, "Paid by: Visa ending 4242\n"],
  ])("the mail about a payment says which one paid", (view, text) => {
    expect(paymentConfirmed.render(view, shop).text).toContain(text)
  })

  it.each([true, false])(
    "an invoice's mail names Lightning only where the page offers it: %s",
    (byLightning) => {
      const { underpaid } = EXAMPLES["payment-underpaid"].views
      const { text } = paymentUnderpaid.render(
        { ...underpaid, target: { ...underpaid.target, byLightning } },
        shop,
      )
      expect(text.includes("You can pay by Lightning too, on the payment page.")).toBe(byLightning)
    },
  )
})

it("a short payment that staff accepted is confirmed with what the order cost less", () => {
  const { final } = EXAMPLES["payment-confirmed"].views
  const { text } = paymentConfirmed.render(
    { ...final, totalPence: 800, credit: { pence: 650, label: "Credit" } },
    shop,
  )
  expect(text).toMatch(/Credit: −£6\.50\s+Order total: £8\.00/)
  expect(paymentConfirmed.render(final, shop).text).not.toContain("Credit")
})

describe("an underpayment", () => {
  const view = EXAMPLES["payment-underpaid"].views.underpaid
  const mail = paymentUnderpaid.render(view, shop)

  it.each([
    ["the received amount", "0.00130000 BTC (130,000 satoshis)"],
    ["the missing amount in bitcoin", "bitcoin (BTC):\n0.00004625\n"],
    ["the missing amount in satoshis", "satoshis:\n4625\n"],
    ["the same address", view.target.address],
    ["a link that asks for the rest", view.target.uri],
    ["the deadline in UK time", "21 June 2026 at 16:20"],
  ])("is mailed with %s", (_what, text) => {
    expect(mail.text).toContain(text)
  })

  it("opens a wallet from HTML too", () => {
    expect(mail.html).toContain(`href="${view.target.uri.replaceAll("&", "&amp;")}"`)
    expect(mail.html).toContain(view.target.address)
  })
})

describe("an expired quote", () => {
  const view = EXAMPLES["payment-expired"].views["a new quote is possible"]
  const tooLate = EXAMPLES["payment-expired"].views["too late for a new quote"]

  it("links to the order's page while a new quote is possible, with the deadline", () => {
    const { text, html } = paymentExpired.render(view, shop)
    expect(text).toContain(view.renewal?.url)
    expect(html).toContain(`href="${String(view.renewal?.url)}"`)
    expect(text).toContain("21 June 2026 at 16:35 (UK time)")
  })

  it("links to the shop afterwards and promises no quote", () => {
    const { subject, text, html } = paymentExpired.render(tooLate, shop)
    expect(html).toContain('href="https://shop.test"')
    expect(subject + text + html).not.toContain("new quote")
  })

  it.each([view, tooLate])("says that a payment on its way will be found", (one) => {
    expect(paymentExpired.render(one, shop).text).toContain("we are still watching that address")
  })
})

describe("a difference", () => {
  it.each([
    [
      "was declined",
      paymentDeclined.render(EXAMPLES["payment-declined"].views["a difference was declined"], shop),
    ],
    [
      "is not paid before its quote ends",
      paymentExpired.render(EXAMPLES["payment-expired"].views["of a difference"], shop),
    ],
  ])("that %s can still be paid: the order does not end, and nothing goes back on sale", (_what, mail) => {
    expect(mail.text).toContain("your parcel waits for the remaining £14.95")
    expect(mail.html).toMatch(/href="https:\/\/shop\.test\/checkout[^>]*>Pay £14\.95</)
    expect(mail.subject + mail.text).not.toMatch(/on sale|order again|no longer|reserved|Available until/)
  })

  it.each([
    ["after a change", orderChanged.render(EXAMPLES["order-changed"].views["too little to pay"], shop)],
    [
      "after a payment",
      paymentConfirmed.render(
        EXAMPLES["payment-confirmed"].views["and too little for a payment is open"],
        shop,
      ),
    ],
  ])("of less than any method takes is not asked for %s", (_when, { text, html }) => {
    expect(text).toContain("£0.10 is left, which is too little for a payment. You don't need to do anything.")
    expect(html).not.toContain("Pay £")
    expect(text).not.toMatch(/still to be paid|has reached us\.|has run out|Still to be paid/i)
  })
})

it("what comes back in an exchange is named in the new total, and not asked for", () => {
  const view = EXAMPLES["order-changed"].views["an exchange, of which a part comes back"]
  expect(orderChanged.render(view, shop).text).toContain(
    "The new total is £53.85, of which £12.95 is for what comes back. £14.95 is still to be paid.",
  )
})

describe("a payment in review", () => {
  const view = EXAMPLES["payment-review"].views["too late and too little"]

  it("is acknowledged to the buyer with its amount, the reasons and when the shop will write", () => {
    const { text } = paymentReview.render(view, shop)
    for (const part of [
      "0.00130000 BTC (130,000 satoshis)",
      "after the time to pay had run out",
      "less than the amount",
      "We will email you within 24 hours on business days",
    ])
      expect(text).toContain(part)
  })

  it("is acknowledged without a reason when none concerns the buyer", () => {
    const { text } = paymentReview.render({ ...view, reasons: ["dust_ignored"] }, shop)
    expect(text).toContain("before we can go on.\n")
  })

  it("gives each of the buyer's reasons once, the most important first", () => {
    const { text } = paymentReview.render({ ...view, reasons: ["short", "late", "late"] }, shop)
    expect(text).toContain(
      "before we can go on. It arrived after the time to pay had run out. It is less than the amount of the order.\n",
    )
  })
})

describe("a payment case for staff", () => {
  const view = EXAMPLES["payment-case"].views["late and too little"]
  const mail = paymentCase.render(view, shop)

  it.each([
    ["the order, its total and its buyer", ["order number 1042", "£53.85", "ann@x.test"]],
    ["the state of the order", ["Its stock is back on sale", "This payment is not captured."]],
    [
      "the due, received and missing amounts",
      ["Amount due: 0.00134625 BTC", "Received: 0.00130000 BTC", "Missing: 0.00004625"],
    ],
    ["a text for every reason", ["Paid late.", "Underpaid.", "A transaction was replaced or lost."]],
    ["the counted transaction", ["in block 812345", "4e3b2d1c".repeat(8)]],
    ["the transaction that does not count", ["vanished, not counted", "0a1b2c3d".repeat(8)]],
    ["the next steps", ["Paid late: If the goods", "Underpaid: Ask the buyer"]],
    ["a link to the order in the admin", ["https://backend.shop.test/app/orders/order_01J"]],
  ])("contains %s", (_what, texts) => {
    for (const text of texts) expect(mail.text).toContain(text)
  })

  it("shows a surplus, and that the parcel of an undone payment must not be sent", () => {
    const invoices = view.invoices.map((invoice) => ({
      ...invoice,
      isCaptured: true,
      closed: null,
      receivedSats: invoice.dueSats + 1n,
      missingSats: 0n,
      settledSats: invoice.dueSats + 1n,
      reasons: ["undone_after_capture" as const],
    }))
    const { text } = paymentCase.render({ ...view, invoices }, shop)
    expect(text).toContain("Surplus: 0.00000001 BTC (1 satoshi)")
    expect(text).toContain("Do not send the parcel")
    expect(text).toContain("This payment is captured.")
  })

  it("numbers two payments of one order and lists each next step once", () => {
    const { text } = paymentCase.render({ ...view, invoices: [...view.invoices, ...view.invoices] }, shop)
    expect(text).toContain("WHAT HAPPENED, PAYMENT 2")
    expect(text.split("Paid late: If the goods")).toHaveLength(2)
  })
})
