import { expect, test } from "./test"

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

test("a refund of what came too much is checked, then recorded", async ({
  page,
  openOrder,
  orders,
  plugin,
}) => {
  const id = await orders.bought("confirmed", "jpy", 20_000n, 40_000n)
  const section = await openOrder(id)
  await expect(section).toContainText("Overpaid by JP¥2,400")
  await section.getByRole("button", { name: "Record a refund…" }).click()
  const form = page.getByRole("dialog", { name: "Record a refund" })
  const amount = form.getByLabel("Amount of the payment (JPY)")
  await expect(amount).toHaveValue("2400")
  await expect(form.getByLabel("What you sent (BTC)")).toHaveValue("0.00030000")
  await amount.fill("4801")
  await form.getByLabel("To which address").fill("not an address")
  await form.getByLabel("Transaction id").fill("1234")
  const record = form.getByRole("button", { name: "Record a refund" })
  await record.click()
  await expect(amount).toBeFocused()
  await expect(form).toContainText("At most JP¥4,800.")
  await expect(form).toContainText("Enter a Bitcoin address.")
  await expect(form).toContainText("Copy the transaction id from the wallet: 64 digits from 0 to f.")
  await amount.fill("24.50")
  await record.click()
  await expect(form).toContainText("Enter an amount like 2400.")

  await amount.fill("2400")
  await form.getByLabel("To which address").fill(ADDRESS)
  await expect(form.getByRole("link", { name: "Open in a wallet" })).toHaveAttribute(
    "href",
    `bitcoin:${ADDRESS}?amount=0.0003`,
  )
  await form.getByLabel("Transaction id").fill("AB".repeat(32))
  await form.getByLabel("Note (optional)").fill("They asked by mail.")
  await record.click()
  await expect(form).toBeHidden()
  await expect(section.getByText("Partly refunded")).toBeVisible()
  await section.getByText(/^Timeline/).click()
  await expect(section.getByRole("listitem").filter({ hasText: "refunded" })).toContainText(
    `JP¥2,400 refunded by ${plugin.admin.email}${"ab".repeat(32)} · They asked by mail.`,
  )
})

test("Keep the surplus keeps what came too much, with a reason", async ({ page, openOrder, orders }) => {
  const id = await orders.bought("confirmed", "jpy", 60_000n)
  const section = await openOrder(id)
  await section.getByRole("button", { name: "Keep the surplus…" }).click()
  const dialog = page.getByRole("alertdialog", { name: "Keep what came beyond the price?" })
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeDisabled()
  await dialog.getByLabel("Reason").fill("The buyer gives it to us.")
  await dialog.getByRole("button", { name: "Keep it" }).click()
  await expect(page.getByText("Done")).toBeVisible()
  await expect(section.getByText("Paid", { exact: true })).toBeVisible()
  await expect(section.getByRole("button", { name: "Keep the surplus…" })).toHaveCount(0)
})
