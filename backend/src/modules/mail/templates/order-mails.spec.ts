import { describe, expect, it } from "vitest"
import { TEMPLATES } from "."
import { cancelled, dispatched } from "../fixtures/orders"
import { asked, made } from "../fixtures/refunds"
import { shop } from "../fixtures/shop"

describe("a parcel on its way", () => {
  it("says what is in it, where it goes, who carries it and how to follow it", () => {
    const { text, html, subject } = TEMPLATES["order-dispatched"](dispatched)
    expect(subject).toBe("Order 1042 is on its way")
    for (const words of [
      "2 × Heather Honey, 340 g",
      "12 Long Lane",
      "Carrier: Royal Mail",
      "Tracking number:\nAB123456789GB",
      String(dispatched.tracking.trackingUrl),
    ])
      expect(text).toContain(words)
    expect(html).toContain(`href="${String(dispatched.tracking.trackingUrl)}"`)
  })

  it("says so when there is nothing to follow", () => {
    const tracking = { carrier: null, trackingNumber: null, trackingUrl: null }
    const { text } = TEMPLATES["order-dispatched"]({ ...dispatched, tracking })
    expect(text).toContain("to the carrier")
    expect(text).toContain("This way of sending has no tracking.")
  })

  it("never links to anything but a web page", () => {
    const tracking = { ...dispatched.tracking, trackingUrl: "javascript:alert(1)" }
    expect(() => TEMPLATES["order-dispatched"]({ ...dispatched, tracking })).toThrow()
  })
})

describe("a cancelled order", () => {
  it("tells who paid in Bitcoin that we ask for an address, and who paid by card that the card gets it back", () => {
    expect(TEMPLATES["order-cancelled"](cancelled).text).toContain("ask for a Bitcoin address of yours")
    const byCard = TEMPLATES["order-cancelled"]({ ...cancelled, method: "card" }).text
    expect(byCard).toContain("goes back to your card within 14 days")
    expect(byCard).not.toContain("Bitcoin")
  })

  it("promises no money to who paid none, and asks that none be sent", () => {
    const { text } = TEMPLATES["order-cancelled"]({ ...cancelled, money: "none" })
    expect(text).toContain("You have paid nothing for it")
    expect(text).toContain("do not send to its address")
    expect(text).toContain("Order total: £53.85")
  })

  it("asks nobody for an address whose money went back already", () => {
    const { text } = TEMPLATES["order-cancelled"]({ ...cancelled, money: "returned" })
    expect(text).toContain("What you paid was given back to you")
    expect(text).not.toContain("ask for a Bitcoin address")
  })
})

describe("a refund", () => {
  it("is asked for in pounds and bitcoin, never for a key", () => {
    const { text } = TEMPLATES["refund-address-request"](asked)
    expect(text).toContain("Refund: £53.85")
    expect(text).toContain("0.00134625 BTC (134,625 satoshis)")
    expect(text).toContain("We will never ask for a key, recovery words or a password")
  })

  it("is proved by its transaction", () => {
    const { text, html } = TEMPLATES["refund-sent"](made)
    for (const words of ["£53.85", "0.00134625 BTC", made.bitcoin?.address, made.bitcoin?.txid]) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    expect(html).toContain(`href="${String(made.bitcoin?.explorerUrl)}"`)
  })

  it("in pounds speaks of no bitcoin", () => {
    const { text } = TEMPLATES["refund-sent"]({ ...made, bitcoin: null })
    expect(text).toContain("It goes back in pounds")
    expect(text).not.toMatch(/bitcoin/i)
  })
})

describe("what is running out", () => {
  const items = [
    { name: "Heather Honey", detail: "340 g", left: 4 },
    { name: "Elder Gummies", detail: "", left: -2 },
  ]
  const adminUrl = "https://admin.shop.test/app/inventory"

  it("is told to staff, what is gone first", () => {
    const { text, subject } = TEMPLATES["low-stock"]({ shop, threshold: 5, items, adminUrl })
    expect(subject).toBe("Running out: 2 products")
    expect(text).toContain("Elder Gummies: sold out\nHeather Honey, 340 g: 4 left")
    expect(text).toContain("5 or fewer")
  })

  it("is named in the subject when it is one thing", () => {
    const { subject } = TEMPLATES["low-stock"]({ shop, threshold: 5, items: items.slice(0, 1), adminUrl })
    expect(subject).toBe("Running out: Heather Honey")
  })
})
