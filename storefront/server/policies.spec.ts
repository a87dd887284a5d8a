import { expect, test } from "vitest"
import { POLICIES, policyPath } from "../src/lib/policies"
import { testShop, BUSINESS_DETAILS } from "./testing/test-shop"

const textOf = (html: string) =>
  (/<main[^]*<\/main>/.exec(html)?.[0] ?? "")
    .replace(/<!-- -->|<\/?(?:strong|a)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")

const facts = {
  ...BUSINESS_DETAILS,
  legalName: "Bees Ltd",
  address: "2 Hive Lane, York",
  companyNumber: "12345678",
  email: "hello@bees.test",
  periods: { quoteMinutes: 45, messagesKeptDays: 200 },
}
const answers = {
  "/api/shop": facts,
  "/api/shipping-options": [
    { id: "standard", label: "Standard post", price: "0.00" },
    { id: "special", label: "Special Delivery", price: "14.50" },
  ],
}

test.each([
  ["shipping", ["Standard post: free", "Special Delivery: £14.50", "within 30 days"]],
  ["returns", ["within 14 days", "hello@bees.test", "To Bees Ltd, 2 Hive Lane, York", "hereby give notice"]],
  ["privacy", ["Bees Ltd, 2 Hive Lane, York", "200 days", "6 years", "30 days", "ico.org.uk"]],
  ["terms", ["Company number 12345678", "England and Wales", "Complete Order", "Consumer Rights Act 2015"]],
  ["bitcoin", ["held for you for 45 minutes", "Too little", "never ask for your wallet's keys"]],
])("the server renders the %s policy with the business details and prices", async (slug, words) => {
  const { app } = await testShop({ answers })
  const { statusCode, body } = await app.inject(`/policies/${slug}`)
  expect(statusCode).toBe(200)
  const text = textOf(body).replaceAll("&#x27;", "'")
  for (const word of words) expect(text).toContain(word)
  expect(text).not.toMatch(/undefined|null|NaN/)
})

test("each policy has its own title, description and canonical address, and is in the sitemap", async () => {
  const { app } = await testShop()
  const map = (await app.inject("/sitemap.xml")).body
  const descriptions = new Set<string>()
  for (const { slug, title } of POLICIES) {
    const { body } = await app.inject(policyPath(slug))
    expect(body).toContain(`<title>${title} | Bramble &amp; Comb</title>`)
    expect(body).toContain(`<link rel="canonical" href="https://shop.example/policies/${slug}"`)
    descriptions.add(/<meta name="description" content="([^"]+)"/.exec(body)?.[1] ?? "")
    expect(map).toContain(`<loc>https://shop.example/policies/${slug}</loc>`)
  }
  expect(descriptions.size).toBe(POLICIES.length)
})

test("the FAQ, which the footer links to, links to every policy", async () => {
  const { app } = await testShop()
  const { body } = await app.inject("/faq")
  for (const { slug, title } of POLICIES) {
    expect(body).toMatch(new RegExp(`<a [^>]*href="${policyPath(slug)}"[^>]*>${title}</a>`))
    expect(body).toMatch(new RegExp(`<a [^>]*href="/faq"[^>]*>${title}</a>`))
  }
})

test("an unknown policy is not found, and paths ignore case", async () => {
  const { app } = await testShop()
  expect((await app.inject("/policies/none")).statusCode).toBe(404)
  expect((await app.inject("/Policies/Returns")).statusCode).toBe(200)
})
