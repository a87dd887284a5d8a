import { DUE_SATS } from "./orders"
import { expect, test } from "./test"

test("staff accept a short payment, once", async ({ page, openOrder, orders, staff }) => {
  const id = await orders.bought("underpaid", "gbp", 30_000n)
  let section = await openOrder(id)
  await expect(section).toContainText("Underpaid: £0.34 missing")
  await section.getByRole("button", { name: "Accept £12.00…" }).click()
  const dialog = page.getByRole("alertdialog", { name: "Accept £12.00 as payment?" })
  await expect(dialog).toContainText("£12.00 is captured in Medusa. What is missing is written off.")
  await dialog.getByRole("button", { name: "Accept", exact: true }).click()

  await expect(page.getByText("Done")).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(section.getByText("Paid", { exact: true })).toBeVisible()
  await expect.poll(async () => (await staff.order(id)).payment_status).toBe("captured")
  section = await openOrder(id)
  await expect(section.getByText("Paid", { exact: true })).toBeVisible()
  await expect(section.getByRole("button", { name: /Accept|Mark as paid/ })).toHaveCount(0)
})

test("Mark as paid needs a reason, and the timeline says whose", async ({
  page,
  openOrder,
  orders,
  plugin,
  staff,
}) => {
  const id = await orders.buy("gbp")
  const section = await openOrder(id)
  await section.getByRole("button", { name: "Mark as paid…" }).click()
  const dialog = page.getByRole("alertdialog", { name: "Mark as paid without the blockchain?" })
  const confirm = dialog.getByRole("button", { name: "Mark as paid" })
  await expect(dialog).toContainText("£12.34 is captured although the blockchain does not show it.")
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel("Reason").fill("  ")
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel("Reason").fill("Paid in cash at the market.")
  await confirm.click()

  await expect(section.getByText("Paid", { exact: true })).toBeVisible()
  await expect.poll(async () => (await staff.order(id)).payment_status).toBe("captured")
  await section.getByText(/^Timeline/).click()
  await expect(section.getByRole("listitem").first()).toContainText(
    `Marked as paid by ${plugin.admin.email}Paid in cash at the market.`,
  )
})

test("a decision that a colleague made first says so", async ({
  page,
  context,
  browserWatch,
  openOrder,
  orders,
}) => {
  browserWatch.allow(/status of 400 .*\/actions/)
  const id = await orders.bought("underpaid", "gbp", 30_000n)
  const section = await openOrder(id)
  await section.getByRole("button", { name: "Accept £12.00…" }).click()
  const colleague = await context.newPage()
  await colleague.goto(`/app/orders/${id}`)
  await colleague.getByRole("button", { name: "Accept £12.00…" }).click()
  await colleague.getByRole("button", { name: "Accept", exact: true }).click()
  await expect(colleague.getByText("Done")).toBeVisible()

  const dialog = page.getByRole("alertdialog")
  await dialog.getByRole("button", { name: "Accept", exact: true }).click()
  await expect(dialog.getByRole("alert")).toHaveText("This payment is accepted already.")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(section.getByText("Paid", { exact: true })).toBeVisible()
})

test("an expired quote gets a new one, at another address", async ({ page, openOrder, orders }) => {
  const id = await orders.buy("gbp")
  await orders.runOut(id, "expired")
  const section = await openOrder(id)
  await expect(section.getByText("Expired", { exact: true })).toBeVisible()
  const [address = ""] = await section.getByText(/^bcrt1/).allTextContents()
  await section.getByRole("button", { name: "New quote…" }).click()
  const dialog = page.getByRole("alertdialog", { name: "Make a new quote?" })
  await expect(dialog).toContainText("£12.34 is due at today's rate and at a new address.")
  await dialog.getByRole("button", { name: "Make the quote" }).click()

  await expect(section.getByText("Awaiting payment", { exact: true })).toBeVisible()
  await expect(section.getByText(/^bcrt1/).first()).not.toHaveText(address)
  await expect(section.getByText(/^Earlier quote of/)).toBeVisible()
  await expect(section.getByRole("button", { name: "New quote…" })).toHaveCount(0)
})

test("keys alone open, leave and confirm", async ({ page, openOrder, orders }) => {
  const id = await orders.bought("confirmed", "gbp", DUE_SATS.gbp)
  const section = await openOrder(id)
  const ask = section.getByRole("button", { name: "Ask for a refund address…" })
  const record = section.getByRole("button", { name: "Record a refund…" })
  await section.getByRole("button", { name: "Copy" }).last().focus()
  await page.keyboard.press("Tab")
  await expect(ask).toBeFocused()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("alertdialog")
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()

  await page.keyboard.press("Tab")
  await expect(record).toBeFocused()
  await page.keyboard.press("Enter")
  const form = page.getByRole("dialog", { name: "Record a refund" })
  await form.getByLabel("Transaction id").press("Enter")
  await expect(form).toContainText("Copy the transaction id from the wallet: 64 digits from 0 to f.")
  await page.keyboard.press("Escape")
  await expect(form).toBeHidden()
  await expect(record).toBeFocused()

  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Enter")
  await expect(dialog).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(section.getByText("The buyer has given none yet.")).toBeVisible()
  await expect(ask).toHaveCount(0)
})
