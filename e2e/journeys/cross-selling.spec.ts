import { expect, test } from "../fixtures/test"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { bringCart, cartButton, openCart } from "../screens/cart"
import { allProducts, isPlentiful } from "../screens/catalogue"
import { visit } from "../screens/page"
import { expectToast } from "../screens/toasts"

test("the drawer offers two products that go well with the cart, until it has four lines", async ({
  page,
  shop,
}) => {
  const products = (await allProducts(shop.storefrontUrl)).filter(isPlentiful)
  const [first, second] = products
  if (!first || !second) throw new Error("Too few products")
  await bringCart(page, shop.storefrontUrl, [
    { productId: first.id, quantity: 1 },
    { productId: second.id, quantity: 1 },
  ])
  const reads: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("/api/products")) reads.push(new URL(request.url()).pathname)
  })
  await visit(page, "/about")
  await expect(cartButton(page)).toHaveAccessibleName("Cart, 2 items")
  expect(reads).toEqual([])

  const drawer = await openCart(page)
  const offers = drawer.getByRole("region", { name: "Goes well with" })
  await expect(offers.getByRole("article")).toHaveCount(2)
  expect(reads).toEqual(["/api/products/featured"])
  const names = await offers.getByRole("link").allInnerTexts()
  expect(names).not.toContain(first.name)
  expect(names).not.toContain(second.name)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])

  const lines = drawer.getByRole("listitem")
  for (const count of [3, 4]) {
    const name = await offers.getByRole("link").first().innerText()
    await offers.getByRole("button", { name: `Add ${name} to cart` }).click()
    await expect(lines).toHaveCount(count)
    await expect(lines.last().getByRole("link", { name })).toBeFocused()
    await expect(offers.getByRole("link", { name, exact: true })).toHaveCount(0)
    await expectToast(page, "Added to cart", `${name} has been added to your cart.`)
    await expect(drawer.getByRole("button", { name: "View cart" })).toHaveCount(0)
  }
  await expect(offers).toHaveCount(0)
})

test("a line of several pieces shows the price of one and the line's total", async ({ page, shop }) => {
  const [product] = (await allProducts(shop.storefrontUrl)).filter(isPlentiful)
  if (!product) throw new Error("Too few products")
  await bringCart(page, shop.storefrontUrl, [{ productId: product.id, quantity: 3 }])
  await visit(page, "/about")
  const line = (await openCart(page)).getByRole("listitem").first()
  await expect(line).toContainText(`${product.weight} × 3 at £${product.price}`)
  await expect(line).toContainText(`£${((Number(product.price.replace(".", "")) * 3) / 100).toFixed(2)}`)
})
