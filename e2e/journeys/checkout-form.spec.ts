import { expect, test } from "../fixtures/test"
import { accessibilityFaults } from "../screens/accessibility"
import { bringCart } from "../screens/cart"
import { allProducts, aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner, fillIn } from "../screens/checkout"
import { layoutShift, visit } from "../screens/page"

test.beforeEach(async ({ page, shop }) => {
  const { id } = await aProduct(shop.storefrontUrl, isPlentiful)
  await bringCart(page, shop.storefrontUrl, [{ productId: id, quantity: 2 }])
  await visit(page, "/checkout")
  await expect(page.getByText("By completing your order you agree to pay")).toBeVisible()
})

test("a wrong field is reported when it is left, and right with the first input that makes it so", async ({
  page,
}) => {
  const email = page.getByLabel("Email", { exact: true })
  const phone = page.getByLabel("Phone", { exact: true })
  const message = page.getByText("Please enter a valid email address.", { exact: true })
  await email.pressSequentially("ada@example")
  await expect(message).toHaveCount(0)
  await phone.click()
  await expect(message).toBeVisible()
  await expect(email).toHaveAttribute("aria-invalid", "true")
  // Nothing interrupts the shopper: no summary, and the focus stays.
  await expect(page.getByRole("alert")).toHaveCount(0)
  await expect(phone).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])

  await email.press("End")
  await email.press(".")
  await expect(message).toBeVisible()
  await email.pressSequentially("co")
  await expect(message).toHaveCount(0)

  // An empty field is not reported before the form is sent.
  await phone.focus()
  await page.getByLabel("Full name", { exact: true }).focus()
  await expect(page.locator(".field__error")).toHaveCount(0)
})

test("leaving a wrong field for the button does not move the button from under the pointer", async ({
  page,
}) => {
  await page.getByLabel("Address", { exact: true }).fill("1")
  const place = page.getByRole("button", { name: "Complete Order" })
  await place.hover()
  await page.mouse.down()
  await expect(page.getByLabel("Address", { exact: true })).not.toBeFocused()
  await expect(page.locator(".field__error")).toHaveCount(0)
  await page.mouse.up()
  await expect(page.locator(".field__error")).toHaveCount(6)
})

test("several wrong fields are listed in the form's order with links to them, a single one is not", async ({
  page,
}) => {
  const buyer = aLondoner()
  await fillIn(page, { ...buyer, phone: "12", postcode: "nowhere" })
  const place = page.getByRole("button", { name: "Complete Order" })
  await place.click()
  const summary = page.getByRole("alert")
  await expect(summary.getByRole("listitem")).toHaveText([
    "Phone: Please enter a valid phone number.",
    "Postcode: Please enter a valid UK postcode.",
  ])
  const [phone, postcode] = [page.getByLabel("Phone", { exact: true }), page.getByLabel("Postcode")]
  await expect(phone).toBeFocused()
  await summary.getByRole("link", { name: /^Postcode/ }).click()
  await expect(postcode).toBeFocused()
  await expect(page).toHaveURL(/\/checkout$/)
  expect(await accessibilityFaults(page)).toEqual([])

  await phone.fill(buyer.phone)
  await expect(summary).toHaveCount(0)
  await place.click()
  await expect(postcode).toBeFocused()
  await expect(postcode).toHaveAccessibleDescription(/^Please enter a valid UK postcode\./)
  await expect(summary).toHaveCount(0)
})

test("a shopper from elsewhere is told what to choose and what to write", async ({ page }) => {
  await expect(page.getByLabel("City", { exact: true })).toHaveAccessibleDescription(
    "Not listed? Choose the nearest city: your address and postcode decide where the parcel goes.",
  )
  await expect(page.getByLabel("Address", { exact: true })).toHaveAccessibleDescription(
    "House number and street, and your town if it is not in the list below.",
  )
})

test("on a narrow screen the total and the items are above the form too", async ({ page, isMobile }) => {
  const bar = page.locator(".summary-bar")
  if (!isMobile) {
    await expect(bar).toBeHidden()
    return
  }
  await expect(bar.locator("summary")).toHaveText(/^2 items.*£[\d.]+.*Show order$/)
  await bar.locator("summary").click()
  await expect(bar.getByRole("listitem")).toHaveCount(1)
  await expect(bar.locator("summary")).toHaveText(/Hide order$/)
  expect(await accessibilityFaults(page)).toEqual([])
})

test("nothing moves while the checkout loads, with one product, three or none in the cart", async ({
  page,
  shop,
}) => {
  const products = page.getByRole("region", { name: "Order summary" }).getByRole("listitem")
  await expect(products).toHaveCount(1)
  expect(await layoutShift(page)).toBeLessThan(0.01)

  const cartId = await page.evaluate(() => localStorage.getItem("cart-id"))
  const further = (await allProducts(shop.storefrontUrl)).filter(isPlentiful).slice(1, 3)
  for (const { id: productId } of further) {
    const data = { cartId, productId, quantity: 1 }
    expect((await page.request.post(`${shop.storefrontUrl}/api/cart`, { data })).ok()).toBe(true)
  }
  await page.reload()
  await expect(products).toHaveCount(3)
  expect(await layoutShift(page)).toBeLessThan(0.01)

  await page.evaluate(() => localStorage.removeItem("cart-id"))
  await page.reload()
  await expect(page.getByRole("dialog", { name: "Your cart is empty" })).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.01)
})

test("the policies open beside the form, which stays", async ({ page, context }) => {
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com")
  for (const [name, heading] of [
    ["Terms", "Terms of Service"],
    ["Returns", "Returns Policy"],
    ["Privacy", "Privacy Policy"],
  ] as const) {
    const opened = context.waitForEvent("page")
    await page.getByRole("main").getByRole("link", { name, exact: true }).click()
    const policy = await opened
    await expect(policy.getByRole("heading", { level: 1, name: heading })).toBeVisible()
    await policy.close()
  }
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ada@example.com")
})
