import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { cards } from "../screens/catalogue"
import { follow, visit } from "../screens/page"

const MISSING_PAGE = /the server responded with a status of 404/

test("an empty cart at checkout opens a dialog; Cancel stays, Browse Products opens the products", async ({
  page,
}) => {
  await page.goto("/checkout")
  const dialog = page.getByRole("dialog", { name: "Your cart is empty" })
  await expect(dialog).toContainText("You need to add products to your cart before checking out.")

  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/checkout$/)

  await page.reload()
  await dialog.getByRole("link", { name: "Browse Products" }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test("an unknown path is a real 404 with its text", async ({ page, browserWatch }) => {
  browserWatch.allow(MISSING_PAGE)
  const response = await page.goto("/no/such/page")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible()
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible()
})

test("an address whose anchor is no encoded text shows its page", async ({ page }) => {
  await visit(page, "/faq#100%")
  const heading = page.getByRole("heading", { level: 1 })
  const title = await heading.innerText()
  await page.evaluate(() => (location.hash = "#50%"))
  await follow(page, "About")
  await page.goBack()
  await expect(heading).toHaveText(title)
})

test("an unknown product says so and links to the products", async ({ page, browserWatch }) => {
  browserWatch.allow(MISSING_PAGE)
  const response = await page.goto("/product/no-such-product")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "Product Not Found" })).toBeVisible()
  await expect(
    page.getByText("The product you're looking for doesn't exist or has been removed."),
  ).toBeVisible()
  await page.getByRole("link", { name: "Browse All Products" }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test("a search without results says so and can be cleared", async ({ page }) => {
  await page.goto("/products?search=marzipan-submarine")
  await expect(page.getByText("No products found")).toBeVisible()
  await page.getByRole("button", { name: "Clear Search" }).click()
  await expect(cards(page).first()).toBeVisible()
})

test("a misspelt search shows what was meant, and what was typed is one click away", async ({ page }) => {
  await page.goto("/products")
  const box = page.getByRole("combobox", { name: "Search products" })
  await box.fill("gummis")
  const notice = page.getByRole("status").filter({ hasText: "Showing results for gummies" })
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(/\/products\?search=gummis$/)
  await expect(box).toHaveValue("gummis")
  await expect(cards(page).first()).toContainText(/gummies/i)
  expect(await accessibilityFaults(page)).toEqual([])

  await box.press("Enter")
  await page.getByRole("link", { name: "Search for gummis instead" }).click()
  await expect(page.getByText("No products match the search term gummis")).toBeVisible()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(page.getByText("No products match the search term gummis")).toBeVisible()

  await box.fill("hony")
  await expect(page.getByText("Showing results for honey")).toBeVisible()
  await expect(page).toHaveURL(/\/products\?search=hony$/)
})
