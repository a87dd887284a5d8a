import { expect, test } from "vitest"
import { parseEnvironment, shopFactsOf } from "./environment"

test("without any settings the defaults hold", () => {
  const environment = parseEnvironment({})
  expect(environment).toMatchObject({
    STOREFRONT_HOST: "127.0.0.1",
    STOREFRONT_PORT: 8000,
    BACKEND_URL: "http://127.0.0.1:9000",
    PUBLIC_URL: "http://localhost:8000",
  })
})

test("every problem is listed at once", () => {
  const parse = () =>
    parseEnvironment({ STOREFRONT_PORT: "eighty", BACKEND_URL: "backend", SHOP_EMAIL: "nobody" })
  expect(parse).toThrow(/STOREFRONT_PORT[^]*BACKEND_URL[^]*SHOP_EMAIL/)
})

test("an empty value counts as none", () => {
  expect(parseEnvironment({ STOREFRONT_PORT: "" }).STOREFRONT_PORT).toBe(8000)
})

test("while any fact is a demo value the pages say so", () => {
  expect(shopFactsOf(parseEnvironment({ SHOP_LEGAL_NAME: "Bramble Ltd" })).demo).toBe(true)
})

test("with the facts supplied nothing is called a demonstration, and no VAT number is a fact too", () => {
  const facts = shopFactsOf(
    parseEnvironment({
      SHOP_LEGAL_NAME: "Bramble Ltd",
      SHOP_ADDRESS: "2 Real Street, London",
      SHOP_COMPANY_NUMBER: "12345678",
    }),
  )
  expect(facts).toMatchObject({ legalName: "Bramble Ltd", vatNumber: null, demo: false })
})

test("a shop on a public address does not start with the emulator, in which anybody is anybody", () => {
  const emulator = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" }
  expect(() => parseEnvironment({ ...emulator, PUBLIC_URL: "https://shop.test" })).toThrow(/anybody/)
  expect(parseEnvironment(emulator).FIREBASE_AUTH_EMULATOR_HOST).toBe("127.0.0.1:9099")
})
