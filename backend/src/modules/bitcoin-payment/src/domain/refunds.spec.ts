import fc from "fast-check"
import { describe, expect, it } from "vitest"
import "../testing/runs"
import { countedParts } from "./arrival"
import type { Output } from "./invoice"
import type { StaffAction } from "./action-forms"
import type { AuditEntry, InvoiceDetails } from "./invoice-details"
import { DEFAULT_POLICY } from "./policy"
import {
  capturedMinor,
  isAddressAwaited,
  medusaRefundMinor,
  receivedMinor,
  refundableMinor,
  refundableOf,
  refundDue,
  settledOf,
  surplusMinor,
  surplusSats,
  type InvoiceBalance,
} from "./refunds"
import type { Refund } from "./invoice-details"
import { mostSatoshis, refundSatoshis } from "./refund-satoshis"
import { satoshis } from "./satoshis"
import { formatMinorUnits } from "./currency"
import { quoteSatoshis, worthInMinorUnits } from "./quote"

const RATE = "40000"
const pounds = { rate: RATE, currency: "GBP" }
const balance = (
  over: Partial<InvoiceBalance["invoice"]> = {},
  settled = 12_500n,
  refunded = 0n,
): InvoiceBalance => ({
  invoice: {
    ...{ ...pounds, priceMinor: 500n, due: satoshis(12_500n), captured: true, accepted: null },
    ...{ tolerance: satoshis(0n), decidedSurplusMinor: 0n, ...over },
  },
  settled: satoshis(settled),
  refundedMinor: refunded,
})

describe("what satoshis are worth", () => {
  it("what was quoted for a price is worth just that price, at any rate", () => {
    const rate = fc.bigInt({ min: 1_000_00n, max: 999_999_99n })
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10_000_000n }), rate, (amountMinor, rateInMinor) => {
        const price = { rate: formatMinorUnits(rateInMinor, "GBP"), currency: "GBP" }
        expect(worthInMinorUnits(quoteSatoshis(amountMinor, price), price)).toBe(amountMinor)
      }),
    )
  })

  it("less than a penny is worth nothing", () => {
    expect(worthInMinorUnits(satoshis(24n), pounds)).toBe(0n)
    expect(worthInMinorUnits(satoshis(25n), pounds)).toBe(1n)
  })
})

describe("what can go back", () => {
  it.each([
    ["paid to the satoshi", balance(), { received: 500n, refundable: 500n, surplus: 0n }],
    ["overpaid", balance({}, 15_000n), { received: 600n, refundable: 600n, surplus: 100n }],
    [
      "overpaid by less than a penny",
      balance({}, 12_524n),
      { received: 500n, refundable: 500n, surplus: 0n },
    ],
    [
      "overpaid, the surplus given back",
      balance({ decidedSurplusMinor: 100n }, 15_000n, 100n),
      { received: 600n, refundable: 500n, surplus: 0n },
    ],
    ["given back whole", balance({}, 12_500n, 500n), { received: 500n, refundable: 0n, surplus: 0n }],
    [
      "given back, and then the chain took it away",
      balance({}, 0n, 500n),
      { received: 0n, refundable: 0n, surplus: 0n },
    ],
    [
      "overpaid, and staff agreed to keep it",
      balance({ decidedSurplusMinor: 100n }, 15_000n),
      { received: 600n, refundable: 600n, surplus: 0n },
    ],
    [
      "overpaid again after staff agreed to keep the first surplus",
      balance({ decidedSurplusMinor: 100n }, 27_500n),
      { received: 1100n, refundable: 1100n, surplus: 500n },
    ],
    [
      "a goodwill refund of the price, and overpaid afterwards",
      balance({}, 15_000n, 150n),
      { received: 600n, refundable: 450n, surplus: 100n },
    ],
    [
      "short and accepted, and the rest came afterwards: the order owes nothing more",
      balance({ accepted: satoshis(10_000n) }, 12_500n),
      { received: 500n, refundable: 500n, surplus: 100n },
    ],
    ["nothing came", balance({ captured: false }, 0n), { received: 0n, refundable: 0n, surplus: 0n }],
    [
      "marked as paid",
      balance({ accepted: { byHand: satoshis(0n) } }, 0n),
      { received: 500n, refundable: 500n, surplus: 0n },
    ],
    [
      "short by what wallets may round away",
      balance({ tolerance: satoshis(50n) }, 12_450n),
      { received: 500n, refundable: 500n, surplus: 0n },
    ],
    [
      "short by a satoshi more",
      balance({ tolerance: satoshis(50n), captured: false }, 12_449n),
      { received: 497n, refundable: 497n, surplus: 0n },
    ],
    [
      "short and accepted, and the rest but the tolerance came afterwards: only what came is a surplus",
      balance({ accepted: satoshis(10_000n), tolerance: satoshis(50n) }, 12_450n),
      { received: 498n, refundable: 498n, surplus: 98n },
    ],
    [
      "paid in full when it was marked as paid, and then paid over",
      balance({ accepted: { byHand: satoshis(12_500n) } }, 15_000n),
      { received: 600n, refundable: 600n, surplus: 100n },
    ],
    [
      "marked as paid while nothing had come, and the price came afterwards: all of it is a surplus",
      balance({ accepted: { byHand: satoshis(0n) } }, 12_500n),
      { received: 1_000n, refundable: 1_000n, surplus: 500n },
    ],
    [
      "marked as paid while a fifth had come, and is not final yet",
      balance({ accepted: { byHand: satoshis(2_500n) } }, 0n),
      { received: 500n, refundable: 500n, surplus: 0n },
    ],
    [
      "marked as paid while a fifth had come, and as much came afterwards",
      balance({ accepted: { byHand: satoshis(2_500n) } }, 5_000n),
      { received: 600n, refundable: 600n, surplus: 100n },
    ],
  ])("%s", (_what, of, expected) => {
    expect({
      received: receivedMinor(of),
      refundable: refundableMinor(of),
      surplus: surplusMinor(of),
    }).toEqual(expected)
  })
})

describe("what the books take for an order", () => {
  it.each([
    ["its price", null, 500n],
    ["its price, though late", 12_500n, 500n],
    ["the worth of what came short", 11_000n, 440n],
    ["its price, marked as paid", { byHand: satoshis(2_500n) }, 500n],
  ])("%s", (_what, accepted, amountMinor) => {
    const of = typeof accepted === "bigint" ? satoshis(accepted) : accepted
    expect(capturedMinor(balance({ accepted: of }).invoice)).toBe(amountMinor)
  })

  it.each([
    ["nothing while nothing was taken", balance({ captured: false }, 12_500n, 500n), 0n],
    ["all of a plain refund", balance({}, 12_500n, 300n), 300n],
    ["nothing of a surplus", balance({}, 15_000n, 100n), 0n],
    ["what goes beyond the surplus", balance({}, 15_000n, 350n), 250n],
    ["never more than was taken", balance({ accepted: satoshis(11_000n) }, 11_000n, 500n), 440n],
  ])("of what went back, %s", (_what, of, amountMinor) => {
    expect(medusaRefundMinor(of)).toBe(amountMinor)
  })
})

const output = (over: Partial<Output>): Output => ({
  txid: "a".repeat(64),
  vout: 0,
  amount: satoshis(1_000n),
  status: "confirmed",
  height: 500,
  seenAt: 0,
  firstBlockAt: 0,
  replaces: [],
  ...over,
})

it("settled money has the confirmations it requires, and is neither fresh, lost nor dust", () => {
  const settled = (requiredConfirmations: number, ...outputs: Output[]) =>
    settledOf(countedParts({ createdAt: 0 }, outputs, DEFAULT_POLICY), 500, requiredConfirmations)
  const fresh = output({ vout: 1, status: "mempool", height: null })
  const lost = output({ vout: 2, status: "gone", height: null })
  const dust = output({ vout: 3, amount: satoshis(293n) })
  const least = output({ vout: 4, amount: satoshis(294n) })
  expect(settled(1, output({}), fresh, lost, dust, least)).toBe(1_294n)
  expect(settled(3, output({}), output({ vout: 1, height: 499 }), output({ vout: 2, height: 498 }))).toBe(
    1_000n,
  )
  expect(settled(1, output({ seenAt: -1 }))).toBe(0n)
  expect(settled(1)).toBe(0n)
})

describe("a refund address", () => {
  const entry = (action: StaffAction): AuditEntry => ({
    action,
    idempotencyKey: action,
    by: { id: "user_1", email: "staff@shop.example" },
    reason: null,
    detail: {},
    at: 0,
  })
  const details = (actions: readonly StaffAction[], received: bigint): InvoiceDetails => ({
    invoice: {
      id: "btcinv_1",
      rate: RATE,
      currency: "GBP",
      state: "review",
      due: satoshis(12_500n),
      tolerance: satoshis(0n),
      priceMinor: 500n,
      createdAt: 0,
      expiresAt: 0,
      firstBlockBy: 0,
      requiredConfirmations: 1,
      closed: null,
      captured: false,
      accepted: null,
      returned: null,
      decidedSurplusMinor: 0n,
      surplusMinor: 0n,
      explained: satoshis(0n),
      settled: satoshis(received),
      received: satoshis(received),
      lastPollAt: 0,
    },
    outputs: received > 0n ? [output({ amount: satoshis(received) })] : [],
    auditEntries: actions.map(entry),
    refunds: [],
    refundAddresses: [],
    isNewest: true,
    isPaidByAnother: false,
    tip: { height: 500, hash: "00" },
  })
  const isAwaited = (...actions: StaffAction[]) => isAddressAwaited(details(actions, 12_500n))

  it("is awaited once staff have asked, while money can be refunded", () => {
    expect(isAwaited()).toBe(false)
    expect(isAwaited("ask_refund_address")).toBe(true)
    expect(isAwaited("ask_refund_address", "renew_quote")).toBe(true)
    expect(isAddressAwaited(details(["ask_refund_address"], 0n))).toBe(false)
  })

  it("is not awaited any more once the money was refunded or stays", () => {
    expect(isAwaited("ask_refund_address", "record_refund")).toBe(false)
    expect(isAwaited("ask_refund_address", "accept")).toBe(false)
    expect(isAwaited("ask_refund_address", "settle_by_hand")).toBe(false)
    expect(isAwaited("ask_refund_address", "keep_surplus")).toBe(false)
  })

  it("is awaited for the rest after a partial refund, if staff ask then, for the first time or again", () => {
    expect(isAwaited("record_refund", "ask_refund_address")).toBe(true)
    expect(isAwaited("ask_refund_address", "record_refund", "ask_refund_address")).toBe(true)
  })

  const paid = (over: Partial<InvoiceDetails["invoice"]>, received = 12_501n) => {
    const whole = details([], received)
    return { ...whole, invoice: { ...whole.invoice, captured: true, ...over } }
  }

  it.each([
    ["the surplus of an order that stands", paid({}, 60_000n), 0n, [1900n, 47_500n, true]],
    ["all of a cancelled order", paid({ closed: "cancelled" }, 60_000n), 0n, [2400n, 60_000n, true]],
    ["what the order owes after a return, rounded down", paid({}), 200n, [200n, 5_000n, true]],
    ["at most all, when staff decide how much", paid({}), 0n, [500n, 12_501n, false]],
    ["nothing where nothing is left", paid({ closed: "cancelled" }, 0n), 0n, [0n, 0n, false]],
  ] as const)("is %s", (_what, payment, owedByOrder, [amountMinor, sats, isKnown]) => {
    const due = { amountMinor, sats: satoshis(sats), isKnown }
    expect(refundDue({ ...payment, refunds: [] }, owedByOrder)).toEqual(due)
  })

  const byHand = (taken: bigint) => ({ accepted: { byHand: satoshis(taken) } })
  const refunded = (amountMinor: bigint, medusaMinor: bigint, method: Refund["method"]): Refund => ({
    ...{ id: "btcref_1", invoiceId: "btcinv_1", by: { id: "", email: "" }, at: 1, note: null },
    ...{ method, amountMinor, medusaMinor, medusaRefundId: null },
  })
  const inSatoshis = (sats: bigint): Refund["method"] => ({
    ...{ kind: "bitcoin", basis: "satoshis", address: "", txid: "" },
    sats: satoshis(sats),
  })

  it.each([
    ["nothing had come", paid(byHand(0n), 12_500n), [], 12_500n],
    ["a fifth had come", paid(byHand(2_500n), 5_000n), [], 2_500n],
    [
      "some of the price went back in pounds before",
      paid(byHand(0n), 12_500n),
      [refunded(150n, 150n, { kind: "money" })],
      12_500n,
    ],
    [
      "half of the surplus went back before in its satoshis",
      paid({ ...byHand(0n), decidedSurplusMinor: 250n }, 12_500n),
      [refunded(250n, 0n, inSatoshis(6_250n))],
      6_250n,
    ],
    [
      "half of the surplus went back before in pounds",
      paid({ ...byHand(0n), decidedSurplusMinor: 250n }, 12_500n),
      [refunded(250n, 0n, { kind: "money" })],
      6_250n,
    ],
  ] as const)(
    "of what came after it was marked as paid is all that came: %s",
    (_what, payment, refunds, sats) => {
      expect(refundDue({ ...payment, refunds: [...refunds] }, 0n).sats).toBe(sats)
      expect(surplusSats(payment.invoice)).toBe(sats)
    },
  )

  it("of a surplus is what the buyer's page says, and never more than what came beyond the price", () => {
    const due = 12_500n
    const accepted = fc.oneof(
      fc.constant(null),
      fc.bigInt(1n, due).map(satoshis),
      fc.bigInt(0n, due).map((taken) => ({ byHand: satoshis(taken) })),
    )
    const amounts = {
      accepted,
      settled: fc.bigInt(0n, 4n * due),
      goodwill: fc.bigInt(0n, 400n),
      rate: fc.integer({ min: 5_000, max: 400_000 }).map((pounds) => `${pounds}.00`),
    }
    fc.assert(
      fc.property(fc.record(amounts), ({ accepted: of, settled, goodwill, rate }) => {
        const payment = paid({ accepted: of }, settled)
        const captured = capturedMinor(payment.invoice)
        const given = goodwill < captured ? goodwill : captured
        const refunds = given > 0n ? [refunded(given, given, { kind: "money" })] : []
        const left = refundableOf({ ...payment, refunds })
        const surplus = surplusMinor({ invoice: payment.invoice, settled: satoshis(settled) })
        expect(left.surplusMinor).toBe(surplus)
        expect(left.surplusSats).toBeLessThanOrEqual(left.leftSats)
        expect(refundSatoshis(left, left.leftMinor, null)).toBeLessThanOrEqual(left.leftSats)
        for (const today of [null, { rate, currency: "GBP" }])
          expect(refundSatoshis(left, surplus, today)).toBe(surplusSats(payment.invoice))
        expect(mostSatoshis(left, surplus, "money")).toBe(surplusSats(payment.invoice))
        if (surplus > 0n)
          expect(refundDue({ ...payment, refunds }, 0n).sats).toBe(surplusSats(payment.invoice))
      }),
    )
  })

  it("leaves the share of what was refunded in another way, or at another day's rate", () => {
    const payment = paid({ closed: "cancelled" }, 12_500n)
    const inBitcoin = {
      kind: "bitcoin",
      basis: "money",
      sats: satoshis(3_000n),
      address: "",
      txid: "",
    } as const
    for (const method of [{ kind: "money" } as const, inBitcoin])
      expect(refundDue({ ...payment, refunds: [refunded(200n, 200n, method)] }, 0n)).toMatchObject({
        amountMinor: 300n,
        sats: 7_500n,
      })
  })
})
