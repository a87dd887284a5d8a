import type { Page } from "@playwright/test"
import { cardOrder } from "../fixtures/card-order"
import { payElsewhere } from "../fixtures/card-processor"
import { endHourAfterPayment } from "../fixtures/database"
import { openByMail } from "../fixtures/order-link"
import { expect, test } from "../fixtures/test"
import { tabTo } from "../screens/accessibility"
import { cards } from "../screens/catalogue"
import { FAILURE, MISSING_CODE, refuse } from "../screens/forced"
import { visit } from "../screens/page"
import { VISA } from "../screens/payment-page"

const press = (page: Page, key: string) => page.keyboard.press(key)

/** Fills the focused field. */
async function retype(page: Page, text: string): Promise<void> {
  await press(page, "ControlOrMeta+a")
  await page.keyboard.type(text)
}

test("diets are chosen, remembered and taken back using only the keyboard", async ({ page }) => {
  const vegan = page
    .getByRole("navigation", { name: "Diet" })
    .getByRole("link", { name: "Vegan", exact: true })
  await visit(page, "/products")
  await tabTo(page, "Vegan")
  await press(page, "Enter")
  await expect(page).toHaveURL(/\?diet=vegan$/)
  await expect(vegan).toHaveAttribute("aria-current", "true")
  await expect(vegan).toBeFocused()
  const remember = page.getByRole("checkbox", { name: "Remember on this device" })
  await tabTo(page, "No sulphites")
  await press(page, "Tab")
  await expect(remember).toBeFocused()
  await press(page, "Space")
  await expect(remember).toBeChecked()
  await tabTo(page, "Vegan", "Shift+Tab")
  await press(page, "Enter")
  await expect(page).toHaveURL(/\/products$/)
  await expect(vegan).toBeFocused()
})

test("what could not be loaded is asked for again using only the keyboard, and the focus stays on the page's content", async ({
  page,
  browserWatch,
}) => {
  browserWatch.allow(FAILURE)
  await visit(page, "/about")
  const heal = await refuse(page, /\/api\/products/)
  await tabTo(page, "Products")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { name: "We could not load the products" })).toBeVisible()
  await heal()
  await tabTo(page, "Try again")
  await press(page, "Enter")
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole("main")).toBeFocused()
})

test("a page that was followed offline opens by itself, and the keyboard goes on in its content", async ({
  page,
  context,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_INTERNET_DISCONNECTED/)
  browserWatch.allow(MISSING_CODE)
  await visit(page, "/faq")
  await context.setOffline(true)
  await expect(page.getByText("You are offline. Your cart is kept.")).toBeVisible()
  await tabTo(page, "Contact")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible()
  await expect(page.getByRole("main")).toBeFocused()
  await context.setOffline(false)
  await expect(page.getByRole("button", { name: "Send Message" })).toBeVisible()
  await tabTo(page, "name")
})

test("a message is sent using only the keyboard, after its mistakes are mended", async ({ page }) => {
  await visit(page, "/contact")
  await tabTo(page, "Send Message")
  await press(page, "Enter")
  const mistakes = page.getByRole("alert").filter({ hasText: "Please check the form" })
  await expect(mistakes).toBeVisible()
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused()
  await tabTo(page, "Subject: Subject must be at least 3 characters.", "Shift+Tab")
  await press(page, "Enter")
  await expect(page.getByLabel("Subject")).toBeFocused()
  await page.keyboard.type("My order")
  await press(page, "Shift+Tab")
  await page.keyboard.type("ada@example.com")
  await press(page, "Shift+Tab")
  await page.keyboard.type("Ada Lovelace")
  await tabTo(page, "subject")
  await press(page, "Tab")
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused()
  await page.keyboard.type("Where is my parcel?")
  await tabTo(page, "consent")
  await press(page, "Space")
  await tabTo(page, "Send Message")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { name: "Message Received" })).toBeFocused()
})

test("an order is sent back using only the keyboard", async ({ page, shop, staff }) => {
  const placed = await cardOrder(page.request, shop)
  await payElsewhere(shop.cardsUrl, placed.paymentPage, VISA)
  await expect
    .poll(async () => (await staff.order(placed.id)).summary.pending_difference, { timeout: 45_000 })
    .toBe(0)
  await endHourAfterPayment(shop.databaseUrl, placed.id)
  await staff.send(placed.id, { number: "AB123456785GB", url: "https://track.test/AB123456785GB" })
  await openByMail(page, shop.mailboxUrl, placed.buyer.email, placed)
  const open = page.getByRole("button", { name: "Fill in the form" })
  await expect(open).toBeVisible()
  await tabTo(page, "Fill in the form")
  await press(page, "Enter")
  const dialog = page.getByRole("dialog", { name: "Return or withdraw" })
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused()
  await press(page, "Escape")
  await expect(open).toBeFocused()
  await press(page, "Enter")
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused()
  await press(page, "Tab")
  const goods = dialog.getByRole("checkbox")
  await expect(goods).toBeFocused()
  await press(page, "Space")
  await tabTo(page, "Send my notice")
  await press(page, "Enter")
  await expect(goods).toBeFocused()
  await expect(goods).toHaveAccessibleDescription("Please choose what you return.")
  await press(page, "Space")
  await press(page, "Tab")
  await expect(dialog.getByLabel("Your name")).toBeFocused()
  await retype(page, "Ada King")
  await tabTo(page, "Send my notice")
  await press(page, "Enter")
  await expect(page.getByRole("heading", { name: "We have your notice" })).toBeFocused()
})
