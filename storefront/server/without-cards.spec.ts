import { expect, test } from "vitest"
import { POLICIES, policyPath } from "../src/lib/policies"
import { BUSINESS_DETAILS, testShop } from "./testing/test-shop"

const PAGES = [
  "/",
  "/products",
  "/products/category/honey",
  "/product/heather-honey",
  "/about",
  "/faq",
  "/contact",
  "/checkout",
  ...POLICIES.map(({ slug }) => policyPath(slug)),
]

/** What sounds like an offer, beside the question of the FAQ and the sentences that compare Bitcoin with a card. */
const OFFER =
  /\b(?:or|by|and) cards?\b|card payment|a card costs|card, at the same price|Choose Card|Apple Pay|>Card</gi

const offersOf = (html: string) =>
  html.replaceAll("<!-- -->", "").replaceAll("Can I pay by card?", "").match(OFFER) ?? []

test("a shop without cards offers them on no page, in no description and not in the footer", async () => {
  const { app } = await testShop({ answers: { "/api/shop": { ...BUSINESS_DETAILS, cards: null } } })
  for (const path of PAGES) {
    const { statusCode, body } = await app.inject(path)
    expect(statusCode, path).toBe(200)
    expect(offersOf(body), path).toEqual([])
  }
  expect((await app.inject("/faq")).body).toContain("Not at the moment. We accept Bitcoin.")
})

test("a shop with cards says so where shoppers decide", async () => {
  const { app } = await testShop({
    answers: {
      "/api/shop": { ...BUSINESS_DETAILS, cards: { processor: "Stripe", minutesToPay: 30, least: "0.30" } },
    },
  })
  const home = (await app.inject("/")).body.replaceAll("<!-- -->", "")
  for (const words of [
    "Pay from any wallet, or by card.",
    "No Bitcoin? Pay by card at the same price.",
    ">Card<",
  ])
    expect(home).toContain(words)
  const checkout = (await app.inject("/checkout")).body.replaceAll("<!-- -->", "")
  expect(checkout).toContain("Pay with Bitcoin or by card.")
  expect((await app.inject("/faq")).body).toContain("secure page of Stripe")
})
