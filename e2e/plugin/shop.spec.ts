import { accessibilityFaults, sidewaysScroll, smallTargets } from "../screens/accessibility"
import { DUE_SATS } from "./orders"
import { buyers as test, DEVICES, expect } from "./test"

for (const [device, options] of Object.entries(DEVICES))
  test.describe(device, () => {
    test.use(options)

    test("the example's own page sells, and is paid on the chain and by Lightning", async ({
      page,
      orders,
    }) => {
      const state = page.getByRole("status").first()
      const buy = async (price: string) => {
        await page.goto("/shop")
        await page.getByRole("button", { name: `Buy for ${price}` }).click()
        await expect(state).toContainText("Ready when you are")
        expect(await accessibilityFaults(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
        return new URL(page.url()).hash.slice(1)
      }
      await page.goto("/shop")
      await expect(page.getByRole("button", { name: /^Buy/ })).toHaveCount(2)
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await smallTargets(page)).toEqual([])

      await orders.pay(await buy("£12.34"), DUE_SATS.gbp)
      await expect(state).toContainText("Payment seen")
      await orders.mine()
      await expect(state).toContainText("Payment confirmed")
      await page.reload()
      await expect(state).toContainText("Payment confirmed")

      await orders.payByLightning(await buy("JP¥2,400"))
      await expect(state).toContainText("Payment confirmed")
    })
  })
