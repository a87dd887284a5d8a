import { describe, expect, it } from "vitest"
import { TEMPLATES } from "."
import { FIXTURES } from "../fixtures"
import { bitcoin, order } from "../fixtures/orders"
import { followUrl } from "../fixtures/shop"

const [{ data: message }] = FIXTURES["contact-received"]

describe("the confirmation of an order", () => {
  const mail = TEMPLATES["order-placed"](order)

  it.each([
    ["the items with their sums", ["2 × Heather Honey, 340 g: £25.90", "1 × Elder Gummies: £14.95"]],
    ["delivery, and the total with VAT", ["Delivery: £13.00", "Total including VAT: £53.85"]],
    ["VAT for each rate", ["VAT at 20% on £27.95, included: £4.66", "VAT at 0% on £25.90, included: £0.00"]],
    ["the address on the parcel", ["Ann Lee\n12 Long Lane\nLondon\nEC1A 9HF"]],
    [
      "how to pay: amount, address and time in the UK",
      [bitcoin.amountBtc, bitcoin.address, "21 June 2026 at 16:05"],
    ],
    ["the link that opens a wallet", [bitcoin.uri]],
    ["the link that opens the order", [followUrl, "keep it to yourself"]],
    [
      "the right to cancel, with its form",
      ["14 days", "We give notice that I/we cancel", "Order number: 1042"],
    ],
    ["who sells", ["Bramble & Comb Ltd", "1 Hive Yard", "12345678", "GB123456789", "hello@shop.test"]],
  ])("holds %s", (_what, words) => {
    for (const word of words) expect(mail.text).toContain(word)
  })

  it("says the same in HTML", () => {
    for (const figure of [
      "£25.90",
      "£14.95",
      "£13.00",
      "£53.85",
      "£4.66",
      bitcoin.amountBtc,
      bitcoin.address,
    ])
      expect(mail.html).toContain(figure)
    expect(mail.html).toContain(`href="${bitcoin.uri}"`)
  })

  it("says 'Free' where delivery costs nothing", () => {
    const free = TEMPLATES["order-placed"]({ ...order, delivery: { label: "Standard", pence: 0 } })
    expect(free.text).toContain("Delivery: Free")
  })

  it("asks nobody to pay who has paid, or whose time is over", () => {
    for (const stage of ["received", "ended"]) {
      const { text, html } = TEMPLATES["order-placed"]({ ...order, payment: { ...bitcoin, stage } })
      expect(text + html).not.toContain(bitcoin.address)
    }
  })

  it("tells who chose a card that nothing was charged yet", () => {
    const { text } = TEMPLATES["order-placed"]({ ...order, payment: { method: "card" } })
    expect(text).toContain("Your card has not been charged")
    expect(text).not.toContain("bitcoin")
  })
})

describe("a message from the contact form", () => {
  it("reaches staff word for word, and an answer goes to the sender", () => {
    const mail = TEMPLATES["contact-received"]({ ...message, message: "Two\nlines" })
    expect(mail.text).toContain("> Two\n> lines")
    expect(mail.html).toContain("Two<br />lines")
    expect(mail.replyTo).toBe("ann@x.test")
  })

  it("cannot break out of the subject line", () => {
    const { subject } = TEMPLATES["contact-received"]({ ...message, subject: "Hi\r\nBcc: all@x.test" })
    expect(subject).toBe("Message from Ann: Hi Bcc: all@x.test")
  })

  it("is acknowledged without a word of the sender's, who may be anybody", () => {
    const mail = TEMPLATES["contact-acknowledged"]({
      ...message,
      name: "PRIZE",
      message: "PRIZE",
      subject: "PRIZE",
    })
    expect(mail.subject + mail.text + mail.html).not.toContain("PRIZE")
  })
})

const isKnown = (name: string): name is keyof typeof FIXTURES => name in FIXTURES
const EVERY = Object.keys(FIXTURES)
  .filter(isKnown)
  .flatMap((name) => FIXTURES[name].map(({ situation, data }) => ({ name, situation, data })))

describe.each(EVERY)("the mail $name, $situation,", ({ name, data }) => {
  const render = TEMPLATES[name]

  it("escapes whatever it is given, everywhere", () => {
    const nasty = `">OUT<script>alert('x')</script>&`
    const { html } = render(poisoned(data, nasty))
    expect(html).not.toContain("<script")
    expect(html).not.toContain(`">OUT`)
    expect(html).toContain("&quot;&gt;OUT&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;")
  })

  it("has a text that stands alone, fetches nothing and needs no image", () => {
    const { html, text } = render(data)
    expect(text).not.toMatch(/<\/?(p|br|td|table|span)\b|undefined|null|NaN|\[object/)
    expect(html).not.toMatch(/<img|<script|<link|url\(|undefined|NaN|\[object/)
    expect(text.length).toBeGreaterThan(200)
  })

  it("refuses data that lacks something", () => {
    const { shop: _shop, ...rest } = data
    expect(() => render(rest)).toThrow()
  })
})

/** The same data with something nasty at the end of each text that is not a form of its own (a date, an amount). */
function poisoned(value: unknown, nasty: string): unknown {
  if (typeof value === "string")
    return /^(\d{4}-|\d+\.\d{8}|\d+$|(bitcoin|card|awaiting|received|ended|expired|confirmed|gone|late|short|link|account|none|held|returned)$)/.test(
      value,
    )
      ? value
      : value + nasty
  if (Array.isArray(value)) return value.map((item) => poisoned(item, nasty))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, poisoned(item, nasty)]))
}
