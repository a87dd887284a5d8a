import { expect, type Page, type Route } from "@playwright/test"
import { type PlacedOrder, placedOrderSchema } from "@shop/contracts"

export interface Buyer {
  email: string
  phone: string
  name: string
  address: string
  city: string
  postcode: string
}

let buyers = 0

/** A new buyer in London. */
export const aLondoner = (): Buyer => ({
  email: `ada.${String(process.pid)}.${String(++buyers)}@example.com`,
  phone: "020 7946 0018",
  name: "Ada Lovelace",
  address: "12 St James's Square",
  city: "London",
  postcode: "sw1y4jh",
})

export async function fillIn(page: Page, buyer: Buyer): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(buyer.email)
  await page.getByLabel("Phone", { exact: true }).fill(buyer.phone)
  await page.getByLabel("Full name", { exact: true }).fill(buyer.name)
  await page.getByLabel("Address", { exact: true }).fill(buyer.address)
  await page.getByLabel("City", { exact: true }).selectOption(buyer.city)
  await page.getByLabel("Postcode", { exact: true }).fill(buyer.postcode)
}

/** Presses 'Complete Order' and waits for the order's view or the page to pay on. @returns the server's response */
export async function completeOrder(page: Page): Promise<PlacedOrder> {
  // The browser forgets the answer when it goes to the page to pay on. It is read on its way. The route stays: to end the
  // interception while the browser opens that page can leave the page's own request waiting.
  const answer = new Promise<unknown>((resolve, reject) => {
    let isRead = false
    const readAnswer = async (route: Route) => {
      if (isRead) return route.fallback()
      isRead = true
      const response = await route.fetch()
      resolve(await response.json())
      await route.fulfill({ response })
    }
    page.route("**/api/orders", readAnswer).catch(reject)
  })
  await page.getByRole("button", { name: "Complete Order" }).click()
  const placed = placedOrderSchema.parse(await answer)
  await expect(page).not.toHaveURL(/\/checkout$/)
  return placed
}
