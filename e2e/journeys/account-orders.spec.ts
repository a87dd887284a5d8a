import type { Page } from "@playwright/test"
import type { Product } from "@shop/contracts"
import { expect, test } from "../fixtures/test"
import { payElsewhere } from "../fixtures/card-processor"
import { newGoogleAccount } from "../fixtures/google"
import { placeOrder } from "../fixtures/place-order"
import { accessibilityFaults } from "../screens/accessibility"
import { aProduct } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { answer, answerJson, FAILURE, fail } from "../screens/forced"
import { visit } from "../screens/page"
import { VISA } from "../screens/payment-page"
import { beSignedIn } from "../screens/session"

/** Enough stock for a dozen orders and for all other tests. */
const isAbundant = ({ stock }: Product) => stock >= 50

/** Orders one piece by card through the API, as the signed-in customer of this browser. */
const order = (page: Page, product: Product, email: string) =>
  placeOrder(page.request, { product, quantity: 1, paymentMethod: "card", buyer: { ...aLondoner(), email } })

test("orders placed as a guest move into the account when the customer claims them", async ({
  page,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  const product = await aProduct(shop.storefrontUrl, isAbundant)
  const grace = newGoogleAccount()
  const guests = await order(page, product, grace.email)
  await beSignedIn(page, grace, "/account")
  await expect(page.getByText("One order was placed with your email address")).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const recover = await fail(page, /claim-orders/)
  await page.getByRole("button", { name: "Add to my account" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible()
  await recover()
  await page.getByRole("button", { name: "Add to my account" }).click()
  const history = page.getByRole("region", { name: "Order history" })
  await expect(history).toContainText(`Order ${String(guests.number)}`)
  await expect(page.getByText("placed with your email address")).toBeHidden()
})

test("a guest is offered to keep the order in an account, where the shop has sign-in", async ({
  page,
  shop,
}) => {
  const product = await aProduct(shop.storefrontUrl, isAbundant)
  const grace = newGoogleAccount()
  const guests = await order(page, product, grace.email)
  const success = `/checkout?order=${guests.id}&card=returned`
  await payElsewhere(shop.cardsUrl, guests.cardPaymentUrl ?? "", VISA)

  const recover = await answerJson(page, /firebase\/init\.json/, null)
  await visit(page, success)
  await expect(page.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
  const save = page.getByRole("button", { name: "Save this order: sign in with Google" })
  await expect(save).toHaveCount(0)
  await recover()

  await visit(page, success)
  await save.click()
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible()

  await beSignedIn(page, grace, success)
  await page.getByRole("button", { name: "Add to my account" }).click()
  await expect(page.getByText("Saved in your account.")).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("link", { name: "See all your orders" }).click()
  await expect(page.getByRole("main")).toContainText(`Order ${String(guests.number)}`)
})

test("a long history loads ten orders at a time and links to the tracking of a dispatched parcel", async ({
  page,
  shop,
  staff,
}) => {
  const product = await aProduct(shop.storefrontUrl, isAbundant)
  const grace = newGoogleAccount()
  await beSignedIn(page, grace, "/faq")
  const first = await order(page, product, grace.email)
  for (let more = 0; more < 10; more++) await order(page, product, grace.email)
  const tracking = { number: "AB123456789GB", url: "https://track.example/AB123456789GB" }
  await payElsewhere(shop.cardsUrl, first.cardPaymentUrl ?? "", VISA)
  await expect.poll(async () => (await staff.order(first.id)).summary.pending_difference).toBe(0)
  await staff.send(first.id, tracking)

  await visit(page, "/orders")
  const rows = page.getByRole("main").getByRole("link", { name: /^Order \d+/ })
  await expect(rows).toHaveCount(10)
  await page.getByRole("button", { name: "Load more orders" }).click()
  await expect(rows).toHaveCount(11)
  await expect(page.getByRole("button", { name: "Load more orders" })).toBeHidden()
  await page.getByRole("link", { name: `Order ${String(first.number)}`, exact: true }).click()
  await expect(page.getByRole("main")).toContainText("Dispatched on")
  await expect(page.getByRole("link", { name: /AB123456789GB/ })).toHaveAttribute("href", tracking.url)
  expect(await accessibilityFaults(page)).toEqual([])
})

test("deleting an account requires a recent sign-in: an older session opens the dialog", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(/status of 403/)
  await beSignedIn(page, newGoogleAccount(), "/account")
  await answer(
    page,
    { path: /\/api\/account$/, method: "DELETE" },
    { status: 403, code: "sign_in_again", detail: "Please sign in with Google once more." },
  )
  await page.getByRole("button", { name: "Delete my account" }).click()
  const asking = page.getByRole("dialog", { name: "Delete your account?" })
  await asking.getByRole("button", { name: "Delete my account" }).click()
  await expect(asking.getByRole("alert")).toContainText("Please sign in with Google once more.")
  await asking.getByRole("button", { name: "Sign in again" }).click()
  await expect(asking).toBeHidden()
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible()
})
