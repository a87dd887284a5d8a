import { expect, test } from "vitest"
import { testShop, BUSINESS_DETAILS } from "./testing/test-shop"

const footerOf = (html: string) => /<footer[^]*<\/footer>/.exec(html)?.[0] ?? ""

test("every page shows the business details that staff have entered", async () => {
  const facts = {
    ...BUSINESS_DETAILS,
    name: "Comb & Co",
    legalName: "Comb Ltd",
    companyNumber: null,
    demo: false,
  }
  const { app } = await testShop({ answers: { "/api/shop": facts } })
  const { body } = await app.inject("/about")
  expect(body).toContain("<title>About us | Comb &amp; Co</title>")
  expect(footerOf(body)).toContain("Comb Ltd")
  expect(footerOf(body)).not.toMatch(/Company number|null|made up/)
})

test("the contact page shows the current hours and profiles", async () => {
  const facts = { ...BUSINESS_DETAILS, hours: [{ days: "Daily", hours: "8am-8pm" }], social: [] }
  const { app } = await testShop({ answers: { "/api/shop": facts } })
  const { body } = await app.inject("/contact")
  expect(body).toContain("<dt>Daily</dt><dd>8am-8pm</dd>")
  expect(body).not.toContain("instagram.com")
})

test("without the backend a page is rendered without business details that may be wrong", async () => {
  const { app } = await testShop({ isBackendAway: true })
  const { body } = await app.inject("/about")
  expect(footerOf(body)).toContain("Bramble &amp; Comb")
  expect(footerOf(body)).not.toMatch(/Company number|\(demo\)|null/)
})
