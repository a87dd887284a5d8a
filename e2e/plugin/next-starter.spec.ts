import { accessibilityFaults } from "../screens/accessibility"
import { startNextApplication, type NextApplication } from "./next-application"
import { DUE_SATS } from "./orders"
import { buyers, expect } from "./test"

const test = buyers.extend<object, { next: NextApplication }>({
  next: [
    async ({ plugin }, use) => {
      const next = await startNextApplication(plugin)
      await use(next)
      await next.stop()
    },
    { scope: "worker", timeout: 600_000 },
  ],
})

test("Medusa's Next.js starter with the overlay places an order in Bitcoin, shows its payment and follows it", async ({
  page,
  next,
  orders,
  browserWatch,
}) => {
  browserWatch.allow(new RegExp(`another host: \\w+ ${next.origin}/`))
  await page.goto(`${next.origin}/checkout/${await orders.checkOut("gbp")}`)
  await expect(page.getByRole("heading")).toContainText("Bitcoin")
  await page.getByRole("button", { name: "Place order" }).click()
  await page.waitForURL(/\/order\/.*\/confirmed$/)
  const state = page.getByRole("status").first()
  await expect(state).toContainText("Ready when you are")
  await expect(page.getByRole("img", { name: "With the amount" })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const id = /order_\w+/.exec(page.url())?.[0] ?? ""
  await orders.pay(id, DUE_SATS.gbp)
  await expect(state).toContainText("Payment seen")
  await orders.mine()
  await expect(state).toContainText("Payment confirmed")
})
