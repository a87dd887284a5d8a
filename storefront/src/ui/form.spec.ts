import { checkoutFormSchema, contactMessageSchema } from "@shop/contracts"
import { expect, test } from "vitest"
import { errorsOf } from "./form"

test("an empty checkout form gets the specification's message at every field", () => {
  const empty = {
    email: "",
    name: "",
    address: "",
    city: "",
    postcode: "",
    phone: "",
    shippingMethod: "standard",
    paymentMethod: "bitcoin",
  }
  expect(errorsOf(checkoutFormSchema, empty)).toEqual({
    email: "Please enter a valid email address.",
    name: "Name must be at least 2 characters.",
    address: "Please enter a valid address.",
    city: "Please select a city.",
    postcode: "Please enter a valid UK postcode.",
    phone: "Please enter a valid phone number.",
  })
})

test("an empty contact form gets the specification's message at every field", () => {
  expect(
    errorsOf(contactMessageSchema, { name: "", email: "", subject: "", message: "", consent: false }),
  ).toEqual({
    name: "Name must be at least 2 characters.",
    email: "Please enter a valid email address.",
    subject: "Subject must be at least 3 characters.",
    message: "Message must be at least 10 characters.",
    consent: "You must agree to the terms.",
  })
})

test("a good form has no errors", () => {
  const form = {
    email: "ada@example.com",
    name: "Ada Bee",
    address: "1 High Street",
    city: "London",
    postcode: "e83rl",
    phone: "020 7946 0000",
    shippingMethod: "special",
    paymentMethod: "card",
  }
  expect(errorsOf(checkoutFormSchema, form)).toEqual({})
})
