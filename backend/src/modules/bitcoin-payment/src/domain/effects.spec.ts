import { describe, expect, it } from "vitest"
import { effectsFor, effectsOfVerdict } from "./effects"
import type { Invoice, InvoiceState } from "./invoice"
import { DEFAULT_POLICY } from "./policy"
import { satoshis } from "./satoshis"

const invoice = (over: Partial<Invoice> = {}): Invoice => ({
  due: satoshis(62_500n),
  tolerance: satoshis(0n),
  priceMinor: 25_00n,
  createdAt: 0,
  expiresAt: 1_000_000,
  firstBlockBy: 10_000_000,
  requiredConfirmations: 1,
  closed: null,
  captured: false,
  accepted: null,
  returned: null,
  decidedSurplusMinor: 0n,
  rate: "40000",
  currency: "GBP",
  ...over,
})
const kinds = (state: InvoiceState, over: Partial<Invoice> = {}) =>
  effectsFor(invoice(over), state, DEFAULT_POLICY).map(({ kind }) => kind)

describe("what a state asks for", () => {
  it.each<[InvoiceState, readonly string[]]>([
    ["awaiting_payment", []],
    ["underpaid", ["mail_underpaid"]],
    ["seen", ["mail_seen"]],
    ["confirming", ["mail_seen"]],
    ["confirmed", ["capture", "mail_confirmed"]],
    ["expired", ["mail_expired", "cancel"]],
    ["review", ["mail_case", "mail_review", "cancel"]],
    ["cancelled", []],
    ["refunded", []],
  ])("%s: %j", (state, wanted) => {
    expect(kinds(state)).toEqual(wanted)
  })

  it("mails 'paid' after the capture, and lets nothing else wait", () => {
    const waiting = (["confirmed", "expired", "review", "underpaid", "seen"] as const)
      .flatMap((state) => effectsFor(invoice(), state, DEFAULT_POLICY))
      .filter(({ after }) => after !== null)
    expect(waiting).toEqual([{ kind: "mail_confirmed", notBefore: 0, after: "capture" }])
  })

  it("ends the reservation of an order in review by the same clock, unless staff accepted the payment", () => {
    const release = { kind: "cancel", notBefore: 1_000_000 + DEFAULT_POLICY.holdMs, after: null }
    expect(effectsFor(invoice(), "review", DEFAULT_POLICY)).toContainEqual(release)
    expect(kinds("review", { accepted: satoshis(60_000n) })).not.toContain("cancel")
    expect(kinds("review", { captured: true })).not.toContain("cancel")
  })

  it("cancels only after the hold, and does everything else at once", () => {
    const effects = effectsFor(invoice(), "expired", DEFAULT_POLICY)
    expect(effects).toEqual([
      { kind: "mail_expired", notBefore: 0, after: null },
      { kind: "cancel", notBefore: 1_000_000 + DEFAULT_POLICY.holdMs, after: null },
    ])
  })

  it("never captures twice: a captured invoice only brings its undoing to staff", () => {
    expect(kinds("confirmed", { captured: true })).toEqual([])
    expect(kinds("review", { captured: true })).toEqual(["mail_case"])
  })

  it("does not cancel again what is closed, and still tells staff of money that came", () => {
    expect(kinds("expired", { closed: "expired" })).toEqual([])
    expect(kinds("cancelled", { closed: "cancelled" })).toEqual([])
    expect(kinds("review", { closed: "expired" })).toEqual(["mail_case", "mail_review"])
  })
})

describe("a surplus", () => {
  const surplusMails = (
    before: { state: InvoiceState; surplusMinor: bigint; captured?: boolean },
    after: { state: InvoiceState; surplusMinor: bigint },
  ) =>
    effectsOfVerdict(
      { ...invoice({ captured: before.captured ?? false }), ...before },
      after,
      DEFAULT_POLICY,
    ).filter(({ kind }) => kind === "mail_surplus")
  const confirmed = (surplusMinor: bigint) => ({ state: "confirmed", surplusMinor }) as const

  it("is mailed to staff when the payment is confirmed, after the capture", () => {
    const mail = [{ kind: "mail_surplus", notBefore: 0, after: "capture" }]
    expect(surplusMails({ state: "seen", surplusMinor: 0n }, confirmed(300n))).toEqual(mail)
    expect(surplusMails({ state: "confirming", surplusMinor: 300n }, confirmed(300n))).toEqual(mail)
    expect(surplusMails({ state: "seen", surplusMinor: 0n }, confirmed(0n))).toEqual([])
    expect(
      surplusMails(
        { state: "awaiting_payment", surplusMinor: 0n },
        { state: "confirming", surplusMinor: 300n },
      ),
    ).toEqual([])
  })

  it("is mailed again when more of it is final after the capture, and not when nothing is", () => {
    const paid = { ...confirmed(0n), captured: true }
    expect(surplusMails(paid, confirmed(300n))).toHaveLength(1)
    expect(surplusMails({ ...paid, surplusMinor: 300n }, confirmed(300n))).toEqual([])
  })
})
