import { expect, test } from "../fixtures/test"
import { messageTo } from "../fixtures/mailbox"
import { accessibilityFaults, smallTargets } from "../screens/accessibility"
import { bringCart } from "../screens/cart"
import { aProduct, isPlentiful } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { visit } from "../screens/page"

const LINK = /https?:\/\/\S+\/orders\/\S+#key=[A-Za-z0-9_-]+/

test("a guest follows an order by the link in its mail; without the link, or with a guessed one, the page shows no personal data", async ({
  page,
  context,
  shop,
  browserWatch,
}) => {
  browserWatch.allow(/status of 404/)
  const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
  const buyer = aLondoner()
  await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
  await visit(page, "/checkout")
  await fillIn(page, buyer)
  const { id, number } = await completeOrder(page)
  const { text } = await messageTo(shop.mailboxUrl, buyer.email, `Your order ${String(number)} at`)
  const link = new URL(LINK.exec(text ?? "")?.[0] ?? "")
  expect(link.pathname).toBe(`/orders/${id}`)

  const delivery = page.getByRole("region", { name: "Delivery" })
  const isPrivate = page.getByRole("heading", { name: "Delivery details are hidden" })
  await context.clearCookies()
  const guessed = `#key=${"A".repeat(43)}`
  for (const secret of ["", guessed]) {
    // With another page between, the browser loads the page instead of only changing the fragment.
    await visit(page, "/faq")
    await page.goto(link.pathname + secret)
    await expect(isPrivate).toBeVisible()
    await expect(page.getByRole("main")).not.toContainText(buyer.address)
    await expect(page).toHaveURL((url) => url.hash === "")
  }
  expect(await accessibilityFaults(page)).toEqual([])

  await visit(page, "/faq")
  await page.goto(link.pathname + link.hash)
  await expect(delivery).toContainText(buyer.address)
  await expect(page).toHaveURL((url) => url.pathname === link.pathname && url.hash === "")
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await page.reload()
  await expect(delivery).toContainText(buyer.address)
})

test("the link is mailed again to the order's own address, and the response does not reveal whether the order exists", async ({
  page,
  shop,
}) => {
  const { id: productId } = await aProduct(shop.storefrontUrl, isPlentiful)
  const buyer = aLondoner()
  await bringCart(page, shop.storefrontUrl, [{ productId, quantity: 1 }])
  await visit(page, "/checkout")
  await fillIn(page, buyer)
  const { number } = await completeOrder(page)

  await visit(page, "/orders/find")
  const answers: string[] = []
  await page.getByRole("button", { name: "Email me the link" }).click()
  await expect(page.getByLabel("Order number")).toHaveAccessibleDescription(/Please enter the order number/)
  await expect(page.getByLabel("Order number")).toBeFocused()
  for (const email of ["nobody@example.com", buyer.email]) {
    await page.getByLabel("Order number").fill(`#${String(number)}`)
    await page.getByLabel("Email", { exact: true }).fill(email)
    await page.getByRole("button", { name: "Email me the link" }).click()
    await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible()
    answers.push(await page.getByRole("main").innerText())
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole("button", { name: "Find another order" }).click()
  }
  expect(answers[0]).toBe(answers[1])
  const { text } = await messageTo(shop.mailboxUrl, buyer.email, `The link to your order ${String(number)}`)
  expect(text).toMatch(LINK)
})
