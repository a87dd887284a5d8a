import { describe, expect, expectTypeOf, it } from "vitest"
import type { InvoiceState } from "../../domain/invoice"
import type { StaffAction } from "../../domain/action-forms"
import { PAYMENT_REASONS, type PaymentReason } from "../../domain/payment-reasons"
import type { ActionRejection } from "../../domain/staff-actions"
import type { BitcoinUnavailable } from "../../ports/bitcoin-unavailable"
import resources from "./index"
import { en } from "./en"

const isText = (value: unknown): value is string => typeof value === "string"

/** Every text by its whole key. */
function textsOf(texts: object, path = ""): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const whole = `${path}${key}`
    if (isText(value)) return [[whole, value]]
    return typeof value === "object" && value !== null ? textsOf(value, `${whole}.`) : []
  })
}

const valuesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

const english = textsOf(resources.en)
const others = Object.entries(resources).filter(([language]) => language !== "en")

describe.each(others)("the texts in %s", (_, ofLanguage) => {
  const texts = new Map(textsOf(ofLanguage))

  it("have the same keys as the English ones", () => {
    expect([...texts.keys()].sort()).toEqual(english.map(([key]) => key).sort())
  })

  it.each(english)("have the values of %s", (key, text) => {
    // "One payment" may leave the number out.
    const values = key.endsWith("_one") ? [] : valuesIn(text)
    expect(valuesIn(texts.get(key) ?? "")).toEqual(values)
    expect(texts.get(key)?.trim()).not.toBe("")
  })
})

describe("the codes of the server", () => {
  it("all have a text", () => {
    expect(Object.keys(en.reasons)).toEqual(expect.arrayContaining([...PAYMENT_REASONS]))
    expectTypeOf(en.states).toExtend<Record<InvoiceState, string>>()
    expectTypeOf(en.actions).toExtend<Record<StaffAction, object>>()
    expectTypeOf(en.reasons).toExtend<Record<PaymentReason, string>>()
    expectTypeOf(en.errors).toExtend<Record<ActionRejection | BitcoinUnavailable["code"], string>>()
  })
})
