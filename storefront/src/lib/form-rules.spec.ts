import { describe, expect, it } from "vitest"
import type { ZodMiniType } from "zod/mini"
import { checkoutFormSchema, contactMessageSchema } from "@shop/contracts"

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
  ])("with too little in %s is rejected with the specification's message", (field, value, message) => {
    expect(messageOf(checkoutFormSchema, { ...CHECKOUT, [field]: value }, field)).toBe(message)
    expect(messageOf(checkoutFormSchema, { ...CHECKOUT, [field]: undefined }, field)).toBe(message)
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
