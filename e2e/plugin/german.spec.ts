import { expect, test } from "./test"

test.use({ locale: "de-DE", colorScheme: "dark", viewport: { width: 390, height: 844 } })

test("staff decide in German, in dark colours, on a phone", async ({ page, openOrder, orders, staff }) => {
  const id = await orders.bought("underpaid", "gbp", 20_000n)
  await orders.runOut(id, "review")
  await page.goto("/app/orders")
  await expect(page.locator("html")).toHaveClass(/dark/)
  const cases = page.getByRole("region", { name: "Zahlungen, über die zu entscheiden ist" })
  await expect(cases).toContainText("Zu wenig gezahlt")
  await cases.getByRole("link", { name: `#${String((await staff.order(id)).display_id)}` }).click()

  const section = page.getByRole("region", { name: "Bitcoin-Zahlung" })
  await expect(section.getByText("Entscheidung nötig").first()).toBeVisible()
  const { scrollWidth, clientWidth } = await section.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }))
  expect(scrollWidth, "nothing is wider than the section").toBe(clientWidth)
  await section.getByRole("button", { name: /^8,00.£ annehmen…$/ }).click()
  const dialog = page.getByRole("alertdialog")
  await expect(dialog).toContainText(/8,00.£ werden in Medusa verbucht. Was fehlt, wird erlassen./)
  await dialog.getByLabel("Grund (freiwillig)").fill("Stammkundin.")
  await dialog.getByRole("button", { name: "Annehmen", exact: true }).click()
  await expect(page.getByText("Erledigt")).toBeVisible()
  await expect(section.getByText("Bezahlt", { exact: true })).toBeVisible()
  const again = await openOrder(id)
  await again.getByText(/^Verlauf/).click()
  await expect(again.getByRole("listitem").filter({ hasText: "Angenommen von" })).toContainText(
    "Stammkundin.",
  )
})
