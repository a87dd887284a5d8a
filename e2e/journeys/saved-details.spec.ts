import { expect, test } from "../fixtures/test"
import { newGoogleAccount } from "../fixtures/google"
import { placeOrder } from "../fixtures/place-order"
import { accessibilityFaults } from "../screens/accessibility"
import { bringCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { visit } from "../screens/page"
import { beSignedIn } from "../screens/session"

test("a signed-in shopper fills in the profile, and after an order its address", async ({ page, shop }) => {
  const product = await aProduct(shop.storefrontUrl, isPlentiful)
  const grace = newGoogleAccount()
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 1 }])
  await beSignedIn(page, grace, "/checkout")
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await expect(field("Email")).toHaveValue("")
  await page.getByRole("button", { name: `Use my details (${grace.name}, ${grace.email})` }).click()
  await expect(field("Email")).toHaveValue(grace.email)
  await expect(field("Full name")).toHaveValue(grace.name)
  await expect(field("Phone")).toBeFocused()
  await expect(page.getByRole("button", { name: /^Deliver to/ })).toHaveCount(0)

  // What was filled in is kept like what is typed.
  await page.reload()
  await expect(field("Email")).toHaveValue(grace.email)

  const buyer = { ...aLondoner(), email: grace.email }
  await placeOrder(page.request, { product, quantity: 1, paymentMethod: "bitcoin", buyer })
  await visit(page, "/checkout")
  await page.getByRole("button", { name: "Complete Order" }).click()
  await expect(page.getByRole("alert").getByRole("link", { name: /^Address/ })).toBeVisible()
  await page.getByRole("button", { name: `Deliver to ${buyer.address}, SW1Y 4JH again` }).click()
  await expect(field("Address")).toHaveValue(buyer.address)
  await expect(field("City")).toHaveValue(buyer.city)
  await expect(field("Postcode")).toHaveValue("SW1Y 4JH")
  await expect(field("Phone")).toHaveValue(buyer.phone)
  await expect(page.getByRole("alert")).toHaveCount(0)
  expect(await accessibilityFaults(page)).toEqual([])
})
