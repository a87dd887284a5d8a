import { accessibilityFaults } from "../screens/accessibility"
import { cut } from "../screens/forced"
import { EACH_STATE } from "./each-state"
import { buyers as test, DEVICES, expect } from "./test"

test("a page that cannot reach the shop says so, and shows the payment once it can", async ({
  page,
  orders,
  browserWatch,
}) => {
  browserWatch.allow(/ERR_(INTERNET_DISCONNECTED|FAILED)|net::/)
  const id = await orders.buy("gbp")
  await page.goto(`/pay/bitcoin/${id}`)
  await expect(page.getByRole("status").first()).toContainText("Ready when you are")
  const recover = await cut(page, /\/pay\/bitcoin\/.*\/(payment|events)/)
  await page.reload()
  await expect(page.getByRole("alert")).toContainText("The shop cannot be reached at the moment.")
  await recover()
  await expect(page.getByRole("status").first()).toContainText("Ready when you are", { timeout: 60_000 })
  await expect(page.getByRole("alert")).toBeHidden()
})

for (const [device, { viewport }] of Object.entries(DEVICES))
  for (const surface of ["page", "element"] as const)
    test(`while the blockchain cannot be read, a ${device}'s ${surface} lets nothing expire and gives no new quote`, async ({
      page,
      orders,
      storefront,
      browserWatch,
    }) => {
      browserWatch.allow(/503/)
      await page.setViewportSize(viewport)
      const urlOf = (id: string) =>
        surface === "page" ? `/pay/bitcoin/${id}` : storefront.page("element", id)
      const state = page.getByRole("status").first()
      const renew = page.getByRole("button", { name: "Get a new quote" })
      const expired = await EACH_STATE.expired[2](orders)
      const awaiting = await orders.buy("gbp")
      await orders.whileSourceIsAway(async () => {
        await page.goto(urlOf(awaiting))
        await expect(state).toContainText("Ready when you are")
        await expect(page.getByRole("img")).toBeVisible()
        await orders.ask("update bitcoin_invoice set expires_at = now() where order_id = $1", [awaiting])
        await page.reload()
        await expect(page.getByText("The time is up. Please wait a moment")).toBeVisible()
        await expect(page.getByRole("img")).toHaveCount(0)
        expect(await accessibilityFaults(page)).toEqual([])

        await page.goto(urlOf(expired))
        await renew.click()
        await expect(page.getByRole("alert")).toContainText(/cannot reach the Bitcoin network/, {
          timeout: 60_000,
        })
        await expect(state).toContainText("This quote has expired")
        expect(await accessibilityFaults(page)).toEqual([])
      })
      await expect(async () => {
        await renew.click()
        await expect(state).toContainText("Ready when you are", { timeout: 10_000 })
      }).toPass()
      await page.goto(urlOf(awaiting))
      await expect(state).toContainText("This quote has expired")
    })

test("the code is for the chain alone while the Lightning node is away, and for both rails once it is back", async ({
  page,
  orders,
}) => {
  const id = await orders.buy("gbp")
  await page.goto(`/pay/bitcoin/${id}`)
  const codes = page.getByRole("radio")
  await expect(codes).toHaveCount(3)
  await orders.whileNodeIsAway(async () => {
    await expect(codes).toHaveCount(2)
    await expect(page.getByRole("link", { name: "Open in wallet" })).not.toHaveAttribute("href", /lightning/i)
  })
  await expect(codes).toHaveCount(3)
})
