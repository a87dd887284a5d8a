import { expect, test } from "vitest"
import { parseEnvironment } from "./environment"

test("without any settings the defaults hold", () => {
  const environment = parseEnvironment({})
  expect(environment).toMatchObject({
    STOREFRONT_HOST: "127.0.0.1",
    STOREFRONT_PORT: 8000,
    BACKEND_URL: "http://127.0.0.1:9000",
    PUBLIC_URL: "http://localhost:8000",
  })
})

test("all problems are listed at once", () => {
  const parse = () =>
    parseEnvironment({ STOREFRONT_PORT: "eighty", BACKEND_URL: "backend", STOREFRONT_PAGES_PER_MINUTE: "-1" })
  expect(parse).toThrow(/STOREFRONT_PORT[^]*BACKEND_URL[^]*STOREFRONT_PAGES_PER_MINUTE/)
})

test("an empty value counts as missing", () => {
  expect(parseEnvironment({ STOREFRONT_PORT: "" }).STOREFRONT_PORT).toBe(8000)
})

test("a shop on a public address does not start with the emulator, which accepts any user", () => {
  const emulator = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" }
  const publicly = { PUBLIC_URL: "https://shop.test" }
  expect(parseEnvironment(publicly).PUBLIC_URL).toBe("https://shop.test")
  expect(() => parseEnvironment({ ...emulator, ...publicly })).toThrow(/any user/)
  expect(parseEnvironment(emulator).FIREBASE_AUTH_EMULATOR_HOST).toBe("127.0.0.1:9099")
})

test("a shop on a public address does not start with the demonstration's logo and story", () => {
  const publicly = { PUBLIC_URL: "https://shop.test" }
  expect(() => parseEnvironment(publicly, "demo")).toThrow(/BRAND: .*the demonstration's/)
  expect(() => parseEnvironment(publicly, "draft")).toThrow(/BRAND: .*placeholders/)
  expect(parseEnvironment(publicly, "ready").PUBLIC_URL).toBe("https://shop.test")
  expect(parseEnvironment({ PUBLIC_URL: "http://localhost:8000" }, "demo").STOREFRONT_PORT).toBe(8000)
})
