import { expect, test } from "vitest"
import { parseEnvironment } from "./environment"

test("without any settings the defaults hold and the facts are marked as a demonstration", () => {
  const environment = parseEnvironment({})
  expect(environment).toMatchObject({
    STOREFRONT_HOST: "127.0.0.1",
    STOREFRONT_PORT: 8000,
    BACKEND_URL: "http://127.0.0.1:9000",
    PUBLIC_URL: "http://localhost:8000",
    isDemo: true,
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

test("with every fact supplied nothing is called a demonstration", () => {
  const environment = parseEnvironment({
    SHOP_LEGAL_NAME: "Bramble Ltd",
    SHOP_ADDRESS: "2 Real Street, London",
    SHOP_EMAIL: "shop@example.com",
    SHOP_PHONE: "020 7946 0999",
    SHOP_COMPANY_NUMBER: "12345678",
    SHOP_REGISTERED_IN: "England and Wales",
    SHOP_VAT_NUMBER: "GB 123 4567 89",
  })
  expect(environment.isDemo).toBe(false)
  expect(environment.facts.SHOP_LEGAL_NAME).toBe("Bramble Ltd")
})
