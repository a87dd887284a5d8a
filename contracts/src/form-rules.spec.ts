import { describe, expect, it } from "vitest"
import type { ZodMiniType } from "zod/mini"
import { checkoutFormSchema } from "./checkout"
import { contactMessageSchema } from "./contact"
import { OUTSIDE_DELIVERY_AREA } from "./postcode"

const messageOf = (schema: ZodMiniType, value: Record<string, unknown>, field: string) =>
  schema.safeParse(value).error?.issues.find(({ path }) => path[0] === field)?.message

const MESSAGE = {
  name: "Al",
  email: "al@example.com",
  subject: "Hey",
  message: "Ten chars.",
  consent: true,
}
const CHECKOUT = {
  email: "al@example.com",
  name: "Al",
  address: "1 Rd.",
  city: "Ay",
  postcode: "e83rl",
  phone: "0207946001",
  shippingMethod: "standard",
  paymentMethod: "bitcoin",
}

describe("a contact message", () => {
  it("with only the required fields is accepted", () => {
    expect(contactMessageSchema.safeParse(MESSAGE).success).toBe(true)
  })

  it.each([
    ["name", "A", "Name must be at least 2 characters."],
    ["email", "al@", "Please enter a valid email address."],
    ["subject", "He", "Subject must be at least 3 characters."],
    ["message", "Ten chars", "Message must be at least 10 characters."],
    ["consent", false, "You must agree to the terms."],
  ])("with too little in %s is rejected with the specification's message", (field, value, message) => {
    expect(messageOf(contactMessageSchema, { ...MESSAGE, [field]: value }, field)).toBe(message)
    expect(messageOf(contactMessageSchema, { ...MESSAGE, [field]: undefined }, field)).toBe(message)
  })
})

describe("a checkout form", () => {
  it("with only the required fields is accepted, and its postcode is normalised", () => {
    expect(checkoutFormSchema.safeParse(CHECKOUT).data).toEqual({ ...CHECKOUT, postcode: "E8 3RL" })
  })

  it.each([
    ["email", "al", "Please enter a valid email address."],
    ["name", "A", "Name must be at least 2 characters."],
    ["address", "1 Rd", "Please enter a valid address."],
    ["city", "A", "Please select a city."],
    ["postcode", "", "Please enter a valid UK postcode."],
    ["phone", "020794600", "Please enter a valid phone number."],
  ])("with too little in its %s is rejected with the specification's message", (field, value, message) => {
    expect(messageOf(checkoutFormSchema, { ...CHECKOUT, [field]: value }, field)).toBe(message)
    expect(messageOf(checkoutFormSchema, { ...CHECKOUT, [field]: undefined }, field)).toBe(message)
  })

  it.each([
    ["postcode", "SW1A\u00a01AA", "SW1A 1AA"],
    ["postcode", "SW1A\u2009\u20091AA", "SW1A 1AA"],
    ["postcode", "\u200bsw1a  1aa\ufeff", "SW1A 1AA"],
    ["postcode", "bf1 2ay", "BF1 2AY"],
    ["postcode", "bt7 1nn", "BT7 1NN"],
    ["email", "ann@ex\u00e4mple.de", "ann@xn--exmple-cua.de"],
    ["email", " ann@example.com. ", "ann@example.com"],
    ["email", "o'neil+shop@example.com", "o'neil+shop@example.com"],
    ["phone", "\u202a+44\u00a07700\u00a0900123\u202c", "+44 7700 900123"],
    ["phone", "+44 (0)20 7946 0018 ext. 12", "+44 (0)20 7946 0018 ext. 12"],
    ["phone", "tel:020-7946-0018", "tel:020-7946-0018"],
    ["name", "\u5c71\u7530", "\u5c71\u7530"],
    ["name", " O\u2019Brien ", "O\u2019Brien"],
  ])("accepts in %s %j", (field, typed, sent) => {
    expect(checkoutFormSchema.safeParse({ ...CHECKOUT, [field]: typed }).data).toMatchObject({
      [field]: sent,
    })
  })

  it.each([
    ["postcode", "je2 3ab", OUTSIDE_DELIVERY_AREA],
    ["postcode", "GY1 1AA", OUTSIDE_DELIVERY_AREA],
    ["postcode", "im1 1aa", OUTSIDE_DELIVERY_AREA],
    ["postcode", "GX11 1AA", OUTSIDE_DELIVERY_AREA],
    ["postcode", "XX9 9XX", OUTSIDE_DELIVERY_AREA],
    ["postcode", "S W1A 1AA", "Please enter a valid UK postcode."],
    ["postcode", "BFPO 61", "Please enter a valid UK postcode. That of a BFPO address begins with BF1."],
    ["email", "ann@exa mple.com", "Please enter a valid email address."],
    ["email", "ann@b/c\u00e4.de", "Please enter a valid email address."],
    ["phone", "aaaaaaaaaaaa", "Please enter a valid phone number."],
    ["phone", "+--- ()() ---", "Please enter a valid phone number."],
    ["name", "\u200b\u200b\u2060", "Name must be at least 2 characters."],
    ["name", "x".repeat(121), "Name must be at most 120 characters."],
    ["address", "x".repeat(301), "Address must be at most 300 characters."],
  ])("rejects in %s %j and says why", (field, typed, message) => {
    expect(messageOf(checkoutFormSchema, { ...CHECKOUT, [field]: typed }, field)).toBe(message)
  })

  it("accepts two delivery methods and two payment methods only", () => {
    const isTaken = (change: Record<string, string>) =>
      checkoutFormSchema.safeParse({ ...CHECKOUT, ...change }).success
    for (const shippingMethod of ["standard", "special"]) expect(isTaken({ shippingMethod })).toBe(true)
    for (const paymentMethod of ["bitcoin", "card"]) expect(isTaken({ paymentMethod })).toBe(true)
    expect(isTaken({ shippingMethod: "express" })).toBe(false)
    expect(isTaken({ paymentMethod: "cash" })).toBe(false)
  })
})
