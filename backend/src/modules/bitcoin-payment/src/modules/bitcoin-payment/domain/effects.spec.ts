import { describe, expect, it } from "vitest"
import { effectsFor, effectsOfVerdict } from "./effects"
import type { Invoice, InvoiceState } from "./invoice"
import { DEFAULT_POLICY } from "./policy"
import { satoshis } from "./satoshis"

const invoice = (over: Partial<Invoice> = {}): Invoice => ({
  due: satoshis(62_500n),
  priceMinor: 25_00n,
  createdAt: 0,
  expiresAt: 1_000_000,
  firstBlockBy: 10_000_000,
  requiredConfirmations: 1,
  closed: null,
  captured: false,
  accepted: null,
  returned: null,
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

describe("money beyond the amount due", () => {
  const surplusMails = (
    before: { state: InvoiceState; received: bigint; captured?: boolean },
    after: { state: InvoiceState; received: bigint },
  ) =>
    effectsOfVerdict(
      { ...invoice({ captured: before.captured ?? false }), ...before, received: satoshis(before.received) },
      { ...after, received: satoshis(after.received) },
      DEFAULT_POLICY,
    ).filter(({ kind }) => kind === "mail_surplus")

  it("is mailed to staff when the payment is confirmed, after the capture", () => {
    const mail = [{ kind: "mail_surplus", notBefore: 0, after: "capture" }]
    expect(
      surplusMails({ state: "seen", received: 70_000n }, { state: "confirmed", received: 70_000n }),
    ).toEqual(mail)
    expect(
      surplusMails({ state: "seen", received: 62_500n }, { state: "confirmed", received: 62_500n }),
    ).toEqual([])
    expect(
      surplusMails({ state: "awaiting_payment", received: 0n }, { state: "seen", received: 70_000n }),
    ).toEqual([])
  })

  it("is mailed again when more of it arrives after the capture, and not when nothing did", () => {
    const paid = { state: "confirmed", received: 62_500n, captured: true } as const
    expect(surplusMails(paid, { state: "confirmed", received: 70_000n })).toHaveLength(1)
    expect(surplusMails({ ...paid, received: 70_000n }, { state: "confirmed", received: 70_000n })).toEqual(
      [],
    )
  })

  it("is not mailed again when a captured payment that was undone is mined again", () => {
    const undone = { state: "review", received: 70_000n, captured: true } as const
    expect(surplusMails(undone, { state: "confirmed", received: 70_000n })).toEqual([])
  })
})
