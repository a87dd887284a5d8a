import { describe, expect, it } from "vitest"
import { contactAcknowledged, contactReceived } from "./contact"
import { lowStock } from "./low-stock"
import { orderCancelled } from "./order-cancelled"
import { orderDispatched } from "./order-dispatched"
import { orderPlaced } from "./order-placed"
import { refundAddressRequest } from "./refund-address"
import { refundSent } from "./refund-sent"
import { MAILS } from "./registry"
import { EXAMPLES, sampleMessage, samplePayment, sampleShop as shop } from "./testing/examples"

describe.each(MAILS)("the mail $name", (mail) => {
  it("escapes every value it inserts into HTML", () => {
    const malicious = `">OUT<script>alert('x')</script>&`
    for (const { mail: rendered } of EXAMPLES[mail.name].previews(shop, poison(malicious))) {
      expect(rendered.html).not.toContain("<script")
      expect(rendered.html).not.toContain(`">OUT`)
      expect(rendered.html).toContain("&quot;&gt;OUT&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;")
    }
  })

  it("has a complete text form, and loads nothing from the network: its pictures are inside it", () => {
    for (const { mail: rendered } of EXAMPLES[mail.name].previews(shop)) {
      expect(rendered.text).not.toMatch(/<\/?(p|br|td|table|span)\b|undefined|null|NaN|\[object/)
      expect(rendered.html).not.toMatch(/<script|<link|url\(|srcset|background=|undefined|NaN|\[object/)
      const sources = Array.from(
        rendered.html.matchAll(/<img[^>]*>/g),
        ([tag]) => /src="([^"]*)"/.exec(tag)?.[1],
      )
      const embedded = rendered.images.map(({ cid }) => cid)
      expect(new Set(sources)).toEqual(new Set(embedded.map((cid) => `cid:${cid}`)))
      expect(new Set(embedded).size).toBe(embedded.length)
      for (const { cid, content } of rendered.images)
        expect(Buffer.byteLength(content, "base64")).toBeLessThan(cid === "logo@shop" ? 8_000 : 6_000)
      expect(rendered.text.length).toBeGreaterThan(200)
    }
  })

  it("names one time for a refund, the one of the pages and policies", () => {
    for (const { mail: rendered } of EXAMPLES[mail.name].previews(shop))
      for (const sentence of rendered.text.split(/[.\n] ?/))
        if (
          /refund|goes back|get it back/i.test(sentence) &&
          /\d+|five|ten/.test(sentence) &&
          /(?<!hours on business )\bdays\b/.test(sentence)
        )
          expect(sentence).toMatch(/\b14 days/)
  })

  it("rejects stored data that lacks something", () => {
    expect(mail.schema.safeParse({}).success).toBe(false)
  })
})

/** Appends a text to every string of a value that has no fixed form, such as a date, an amount or a state. */
function poison(malicious: string): <Value>(value: Value) => Value {
  const fixedForm =
    /^(\d{4}-|\d+\.\d{8}$|(bitcoin|card|card_page|dispute|dispute_lost|paid_after_close|awaiting|received|ended|expired|confirmed|gone|link|account|none|held|addressed|returned|disputed|late|short|added|removed|new-codes)$)/
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return fixedForm.test(value) ? value : value + malicious
    if (value === null || typeof value !== "object") return value
    for (const key of Object.keys(value)) Reflect.set(value, key, visit(Reflect.get(value, key)))
    return value
  }
  return (value) => {
    const copy = structuredClone(value)
    visit(copy)
    return copy
  }
}

describe("the confirmation of an order", () => {
  const view = EXAMPLES["order-placed"].views["to be paid in Bitcoin"]
  const payment = {
    method: "bitcoin",
    url: "https://shop.test/checkout?order=order_01J#key=Zm9sbG93LW1lLWZvbGxvdy1tZS1mb2xsb3ctbWU",
    address: samplePayment.address,
    amountBtc: "0.00134625",
    uri: `bitcoin:${samplePayment.address}?amount=0.00134625`,
    expiresAt: samplePayment.expiresAt,
    code: null,
  } as const
  const mail = orderPlaced.render(view, shop)

  it.each([
    ["the items with their prices", ["2 × Heather Honey, 340 g: £25.90", "1 × Elder Gummies: £14.95"]],
    ["delivery, and the total with VAT", ["Delivery: £13.00", "Total including VAT: £53.85"]],
    ["VAT for each rate", ["VAT at 20% on £27.95, included: £4.66", "VAT at 0% on £25.90, included: £0.00"]],
    ["the delivery address", ["Ann Lee\n12 Long Lane\nLondon\nEC1A 9HF"]],
    [
      "how to pay: amount, address and time in the UK",
      [payment.amountBtc, payment.address, "21 June 2026 at 16:05"],
    ],
    ["the link that opens a wallet", [payment.uri]],
    ["the link that opens the order", [view.followUrl, "please don't share it"]],
    [
      "the right to cancel, with its form",
      ["14 days", "We give notice that I/we cancel", "Order number: 1042"],
    ],
    ["the seller", ["Bramble & Comb Ltd", "1 Hive Yard", "12345678", "GB123456789", "hello@shop.test"]],
  ])("contains %s", (_what, texts) => {
    for (const text of texts) expect(mail.text).toContain(text)
  })

  it("contains the same in HTML", () => {
    for (const text of ["£25.90", "£14.95", "£13.00", "£53.85", "£4.66", payment.amountBtc, payment.address])
      expect(mail.html).toContain(text)
    expect(mail.html).toContain(`href="${payment.uri}"`)
  })

  it("names the days of arrival: of an unpaid order only once it is paid, of one that is over none", () => {
    expect(mail.text).toContain("Estimated arrival once your payment is confirmed: Tue 23 Jun.")
    const paid = orderPlaced.render(EXAMPLES["order-placed"].views["paid in Bitcoin already"], shop)
    expect(paid.text).toContain("Estimated arrival: Tue 23 Jun.")
    const over = orderPlaced.render(EXAMPLES["order-placed"].views["time to pay is over"], shop)
    expect(over.text).not.toContain("Estimated arrival")
  })

  it("says 'Free' when delivery costs nothing", () => {
    const free = orderPlaced.render({ ...view, delivery: { label: "Standard", pence: 0 } }, shop)
    expect(free.text).toContain("Delivery: Free")
  })

  it.each(["received", "ended"] as const)("asks for no payment at the stage '%s'", (stage) => {
    const { text, html } = orderPlaced.render({ ...view, payment: { ...payment, stage } }, shop)
    expect(text + html).not.toContain(payment.address)
  })

  it("says that a card has not been charged yet", () => {
    const { text } = orderPlaced.render({ ...view, payment: { method: "card" } }, shop)
    expect(text).toContain("Your card has not been charged")
    expect(text).not.toContain("bitcoin")
  })
})

describe("a message from the contact form", () => {
  it("reaches staff unchanged, and a reply goes to its sender", () => {
    const mail = contactReceived.render({ ...sampleMessage, text: "Two\nlines" }, shop)
    expect(mail.text).toContain("> Two\n> lines")
    expect(mail.html).toContain("Two<br />lines")
    expect(mail.replyTo).toBe("ann@x.test")
  })

  it("cannot add headers through its subject", () => {
    const { subject } = contactReceived.render({ ...sampleMessage, subject: "Hi\r\nBcc: all@x.test" }, shop)
    expect(subject).toBe("Message from Ann: Hi Bcc: all@x.test")
  })

  it("is acknowledged without any text of the sender, whose address may belong to another person", () => {
    const view = { ...sampleMessage, name: "PRIZE", text: "PRIZE", subject: "PRIZE" }
    const mail = contactAcknowledged.render(view, shop)
    expect(mail.subject + mail.text + mail.html).not.toContain("PRIZE")
  })
})

describe("a dispatched parcel", () => {
  const view = EXAMPLES["order-dispatched"].views["with tracking"]

  it("is described with its items, address, carrier and tracking", () => {
    const { text, html, subject } = orderDispatched.render(view, shop)
    expect(subject).toBe("Order 1042 is on its way")
    for (const part of [
      "2 × Heather Honey, 340 g",
      "12 Long Lane",
      "Carrier: Royal Mail",
      "Tracking number:\nAB123456789GB",
      String(view.tracking.trackingUrl),
    ])
      expect(text).toContain(part)
    expect(html).toContain(`href="${String(view.tracking.trackingUrl)}"`)
  })

  it("may have no tracking", () => {
    const { text } = orderDispatched.render(EXAMPLES["order-dispatched"].views["without tracking"], shop)
    expect(text).toContain("with the carrier")
    expect(text).toContain("This delivery has no tracking.")
  })

  it("may have no number although its delivery is tracked", () => {
    const tracking = { carrier: null, trackingNumber: null, trackingUrl: null, isTracked: true }
    const { text } = orderDispatched.render({ ...view, tracking }, shop)
    expect(text).toContain("There is no tracking number for this parcel.")
    expect(text).not.toContain("no tracking.")
  })

  it("never links to anything but a web page", () => {
    const tracking = { ...view.tracking, trackingUrl: "javascript:alert(1)" }
    expect(() => orderDispatched.render({ ...view, tracking }, shop)).toThrow()
    const stored = { orderId: "order_1", fulfillmentId: "ful_1", ...tracking }
    expect(orderDispatched.schema.parse(stored).trackingUrl).toBeNull()
  })
})

describe("a cancelled order", () => {
  it("is refunded to an address the buyer gives, or to the card", () => {
    const view = EXAMPLES["order-cancelled"].views["paid in Bitcoin"]
    expect(orderCancelled.render(view, shop).text).toContain("ask for your Bitcoin address")
    const byCard = orderCancelled.render({ ...view, method: "card" }, shop).text
    expect(byCard).toContain("goes back to your card within 14 days")
    expect(byCard).not.toContain("Bitcoin")
  })

  it("promises no refund of an unpaid order, and asks the buyer to send nothing", () => {
    const { text } = orderCancelled.render(EXAMPLES["order-cancelled"].views["not paid"], shop)
    expect(text).toContain("You haven't been charged")
    expect(text).toContain("don't send anything to its address")
    expect(text).toContain("Order total: £53.85")
  })

  it("mentions VAT only if the seller is registered for it", () => {
    const totalOf = (vatNumber: string | null) =>
      orderCancelled.render(EXAMPLES["order-cancelled"].views["not paid"], { ...shop, vatNumber }).text
    expect(totalOf("GB123456789")).toContain("Order total: £53.85 including VAT")
    expect(totalOf(null)).not.toContain("including VAT")
  })

  it("asks for no address when the payment is refunded already", () => {
    const { text } = orderCancelled.render(EXAMPLES["order-cancelled"].views["refunded already"], shop)
    expect(text).toContain("You have been refunded")
    expect(text).not.toContain("ask for a Bitcoin address")
  })
})

describe("a refund", () => {
  it("is announced in pounds and bitcoin, and never asks for a key", () => {
    const { text } = refundAddressRequest.render(EXAMPLES["refund-address-request"].views["in bitcoin"], shop)
    expect(text).toContain("Refund: £53.85")
    expect(text).toContain("0.00134625 BTC (134,625 satoshis)")
    expect(text).toContain("We will never ask for a key, recovery words or a password")
  })

  it("is proved by its transaction", () => {
    const view = EXAMPLES["refund-sent"].views["in bitcoin"]
    const { text, html } = refundSent.render(view, shop)
    for (const part of ["£53.85", "0.00134625 BTC", view.address, view.txid]) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(html).toContain(`href="${String(view.transactionUrl)}"`)
  })

  it("in pounds does not mention bitcoin", () => {
    const { text } = refundSent.render(EXAMPLES["refund-sent"].views["in pounds"], shop)
    expect(text).toContain("It goes back in pounds")
    expect(text).not.toMatch(/bitcoin/i)
  })
})

describe("low stock", () => {
  const items = [
    { name: "Heather Honey", detail: "340 g", left: 4 },
    { name: "Elder Gummies", detail: "", left: -2 },
  ]
  const inventoryUrl = "https://admin.shop.test/app/inventory"

  it("lists products that are sold out first", () => {
    const { text, subject } = lowStock.render({ threshold: 5, items, inventoryUrl }, shop)
    expect(subject).toBe("Running out: 2 products")
    expect(text).toContain("Elder Gummies: sold out\nHeather Honey, 340 g: 4 left")
    expect(text).toContain("5 or fewer")
  })

  it("names a single product in the subject", () => {
    const { subject } = lowStock.render({ threshold: 5, items: items.slice(0, 1), inventoryUrl }, shop)
    expect(subject).toBe("Running out: Heather Honey")
  })
})

it("the confirmation's preview says the one thing to do, and only that has a filled button", () => {
  const previews = EXAMPLES["order-placed"].previews(shop)
  const of = (situation: string) => previews.find((one) => one.situation === situation)?.mail.html ?? ""
  expect(of("to be paid in Bitcoin")).toMatch(/>Send 0\.00134625 BTC before .* to complete your order\.</)
  expect(of("to be paid on the card page")).toMatch(/>Pay £53\.85 before .* to complete your order\.</)
  for (const { mail } of previews) expect(mail.html.split('class="button-words"')).toHaveLength(2)
})

describe("the pictures of an email", () => {
  const awaiting = {
    method: "bitcoin",
    url: "https://shop.test/checkout?order=order_01J#key=Zm9sbG93LW1lLWZvbGxvdy1tZS1mb2xsb3ctbWU",
    address: samplePayment.address,
    amountBtc: "0.00134625",
    uri: `bitcoin:${samplePayment.address}?amount=0.00134625`,
    expiresAt: samplePayment.expiresAt,
    stage: "awaiting",
  } as const
  const { html, text, images } = orderPlaced.render(
    EXAMPLES["order-placed"].views["to be paid in Bitcoin"],
    shop,
  )

  it("are the logo, one for each line that has one, and the QR code, each named once", () => {
    expect(images.map(({ filename }) => filename)).toEqual(["logo.png", "payment-code.png", "honey.jpg"])
    expect(html).toMatch(/src="cid:logo@shop"\s+alt="Bramble &amp; Comb"/)
    expect(html).toMatch(/src="cid:payment-code@shop"\s+alt="QR code of the Bitcoin address and the amount"/)
    expect(text).not.toMatch(/cid:|QR code|\n\n\n/)
  })

  it("are left out where they could not be read; the text stays the same", () => {
    const view = EXAMPLES["order-placed"].views["to be paid in Bitcoin"]
    const without = orderPlaced.render(
      {
        ...view,
        items: view.items.map((item) => ({ ...item, picture: null })),
        payment: { ...awaiting, code: null, byLightning: true },
      },
      shop,
    )
    expect(without.images.map(({ filename }) => filename)).toEqual(["logo.png"])
    expect(without.html.match(/<img/g)).toHaveLength(1)
    expect(without.text).toBe(text)
  })
})
