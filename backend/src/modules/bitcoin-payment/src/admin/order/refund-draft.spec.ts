import { describe, expect, it } from "vitest"
import { missingOf } from "./amounts"
import { amountOf, readRefund, type RefundDraft } from "./refund-draft"

const MUG = { id: "mug", title: "Mug", quantity: 2, total: 32, tax_rate: 20, returned: 0 }
const DELIVERY = { id: "delivery", title: "Royal Mail", quantity: 1, total: 4.5, tax_rate: null, returned: 0 }

const payment = {
  currency: "GBP",
  price: "12.34",
  arrived: "24.68",
  missing_sats: "0",
  refundable: "24.68",
  refundable_sats: "61700",
  refundable_surplus: "12.34",
  refundable_surplus_sats: "30850",
  rate_today: "80000.00",
  lines: [MUG, DELIVERY],
  chosen: [],
}
const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
const draft: RefundDraft = {
  method: "bitcoin",
  amount: "12,34",
  basis: "satoshis",
  sent: "0.00030850",
  address: ` ${address} `,
  txid: "AB".repeat(32),
  ...{ invoice: "", preimage: "" },
  note: "",
  ...{ quantities: {}, rate: "" },
}

describe("what is missing", () => {
  it("is nothing of a payment that is complete", () => {
    expect(missingOf(payment)).toBeNull()
  })

  it("is money and satoshis, in the currency's own decimals", () => {
    const yen = { ...payment, currency: "JPY", price: "2400", arrived: "2300" }
    expect(missingOf({ ...yen, missing_sats: "1250" })).toEqual({ amount: "100", sats: "1250" })
  })
})

describe("a refund as it is typed", () => {
  it("is read with a comma or a point, and sent in small letters", () => {
    expect(readRefund(draft, payment)).toEqual({
      refund: {
        amount: 12.34,
        bitcoin: { sats: "30850", basis: "satoshis", address, txid: "ab".repeat(32) },
      },
    })
  })

  it("by Lightning has an invoice and its preimage", () => {
    const [invoice, preimage] = ["lnbc".padEnd(200, "q"), "cd".repeat(32)]
    const lightning: RefundDraft = { ...draft, method: "lightning", address: "anna@example.com" }
    expect(readRefund({ ...lightning, invoice: invoice.toUpperCase(), preimage }, payment)).toEqual({
      refund: {
        amount: 12.34,
        lightning: { sats: "30850", basis: "satoshis", destination: "anna@example.com", invoice, preimage },
      },
    })
    expect(readRefund({ ...lightning, address: "" }, payment)).toEqual({
      faults: { address: "destination", invoice: "invoice", preimage: "preimage" },
    })
  })

  it("in another way needs a note instead of a transaction", () => {
    const money: RefundDraft = { ...draft, method: "money", address: "", txid: "" }
    expect(readRefund(money, payment)).toEqual({ faults: { note: "note" } })
    expect(readRefund({ ...money, note: "Bank transfer" }, payment)).toEqual({ refund: { amount: 12.34 } })
  })

  it.each([
    ["amount", { amount: "24.69" }, "tooMuch"],
    ["amount", { amount: "12.345" }, "amount"],
    ["amount", { amount: "0" }, "amount"],
    ["sent", { sent: "0.00061701" }, "tooMuch"],
    ["sent", { sent: "a lot" }, "amount"],
    ["address", { address: "here" }, "address"],
    ["txid", { txid: "ab" }, "txid"],
  ])("has a fault at %s: %j", (field, wrong, fault) => {
    expect(readRefund({ ...draft, ...wrong }, payment)).toEqual({ faults: { [field]: fault } })
  })

  it("costs what its items cost, of which delivery is one, and at most what is left", () => {
    expect(amountOf({ quantities: { mug: "1" } }, payment)).toBe("16.00")
    expect(amountOf({ quantities: { mug: "1", delivery: "1" } }, payment)).toBe("20.50")
    expect(amountOf({ quantities: { mug: "2" } }, payment)).toBe("24.68")
    expect(amountOf({ quantities: { mug: "0", delivery: "" } }, payment)).toBeNull()
  })

  it("says which items it is for, or at which rate it is taxed", () => {
    const money: RefundDraft = { ...draft, method: "money", note: "Bank transfer" }
    const chosenOf = (changed: Partial<RefundDraft>) => {
      const read = readRefund({ ...money, ...changed }, payment)
      return "refund" in read ? read.refund.chosen : read.faults
    }
    expect(chosenOf({})).toBeUndefined()
    expect(chosenOf({ rate: "20" })).toEqual({ tax_rate: 20 })
    expect(chosenOf({ rate: "20", quantities: { mug: "2" } })).toEqual({
      items: [{ id: "mug", quantity: 2 }],
    })
    for (const wrong of ["3", "-1", "0.5", "many"])
      expect(chosenOf({ quantities: { mug: wrong } })).toEqual({ quantities: "quantity" })
  })

  it("has no decimals in yen", () => {
    const yen = { ...payment, currency: "JPY", refundable: "2400" }
    expect(readRefund({ ...draft, amount: "12.5" }, yen)).toEqual({ faults: { amount: "amount" } })
  })
})
