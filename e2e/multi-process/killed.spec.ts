import { expect, test } from "../fixtures/test"
import { mine, pay } from "../fixtures/bitcoin-network"
import { kill, readProcesses } from "../fixtures/processes"
import { signInToAdmin } from "../screens/admin"
import { addFromCard, openCart, shownTotal } from "../screens/cart"
import { card, plentifulProducts, readCard } from "../screens/catalogue"
import { aLondoner, completeOrder, fillIn } from "../screens/checkout"
import { inPounds } from "../screens/money"
import { visit } from "../screens/page"
import { payWithCard, VISA } from "../screens/payment-page"

test("both servers have answered requests", async ({ shop }) => {
  const { servers } = await readProcesses(shop.backendUrl)
  expect(servers).toHaveLength(2)
  for (const { answered } of servers) expect(answered).toBeGreaterThan(50)
})

test("shoppers complete their orders while a server and the worker are killed", async ({
  page,
  browser,
  shop,
  browserWatch,
}) => {
  // The browser reports the broken stream of the killed server. The page reconnects automatically.
  browserWatch.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING|\/events\b/)
  const staff = await page.context().newPage()
  await signInToAdmin(staff, shop, browserWatch)

  await visit(page, "/products/category/honey")
  const [name] = await plentifulProducts(shop.storefrontUrl, "honey")
  const { pence } = await readCard(card(page, name))
  await addFromCard(page, name)
  await (await openCart(page)).getByRole("link", { name: "Proceed to Checkout" }).click()
  await fillIn(page, aLondoner())
  const { id, bitcoin } = await completeOrder(page)
  if (!bitcoin) throw new Error("a Bitcoin order answers with where to pay")

  const others = await browser.newContext({ baseURL: shop.storefrontUrl })
  const other = await others.newPage()
  await visit(other, "/products/category/honey")
  await addFromCard(other, name)

  const serving = async () =>
    (await readProcesses(shop.backendUrl)).servers.find(({ open }) =>
      open.some((path) => path.includes(`${id}/events`)),
    )
  await expect.poll(serving).toBeDefined()
  const killed = await serving()
  const { servers, others: workers } = await readProcesses(shop.backendUrl)
  const left = servers.find(({ pid }) => pid !== killed?.pid)
  for (const process of [killed, ...workers]) if (process) kill(process)

  await test.step("the open page follows its order through the remaining server", async () => {
    await expect.poll(async () => (await serving())?.pid).toBe(left?.pid)
  })

  await test.step("the other shopper's cart still exists and is ordered by card", async () => {
    const drawer = await openCart(other)
    await expect(shownTotal(drawer)).toContainText(inPounds(pence))
    await drawer.getByRole("link", { name: "Proceed to Checkout" }).click()
    await fillIn(other, aLondoner())
    await other
      .getByRole("tab", { name: "Card" })
      .or(other.getByRole("radio", { name: "Card" }))
      .click()
    await completeOrder(other)
    await payWithCard(other, VISA)
    await expect(other.getByRole("heading", { name: "Order Successful!" })).toBeVisible()
    await others.close()
  })

  await test.step("the remaining server polls the chain, and the page shows the payment", async () => {
    await pay(shop.bitcoinUrl, bitcoin.address, BigInt(bitcoin.amountSats))
    await mine(shop.bitcoinUrl, bitcoin.requiredConfirmations)
    await expect(page.getByText("Payment confirmed")).toBeVisible({ timeout: 45_000 })
  })

  await test.step("staff are still signed in", async () => {
    await staff.goto(`${shop.backendUrl}/app/products`)
    await expect(staff.getByRole("heading", { name: "Products" })).toBeVisible()
    await expect(staff.getByRole("row").nth(1)).toBeVisible()
  })
})
