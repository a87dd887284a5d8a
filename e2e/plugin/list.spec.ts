import { expect, test } from "./test"

test("the list of orders names what needs a decision until it is made", async ({ page, orders, staff }) => {
  const overpaid = await orders.bought("confirmed", "jpy", 60_000n)
  // The end of the quote moves to before the payment.
  const late = await orders.bought("underpaid", "gbp", 20_000n)
  await orders.runOut(late, "review")
  const cases = page.getByRole("region", { name: "Payments to decide about" })
  const caseOf = async (id: string) =>
    cases.getByRole("listitem").filter({ hasText: `#${String((await staff.order(id)).display_id)}` })
  /** Other tests leave cases open. */
  const showAll = async () => {
    await cases.getByRole("link").first().waitFor()
    const more = cases.getByRole("button")
    if (await more.isVisible()) await more.click()
  }
  await page.goto("/app/orders")
  await showAll()
  await expect(await caseOf(overpaid)).toContainText("Overpaid")
  await expect(await caseOf(late)).toContainText("Underpaid")

  await (await caseOf(late)).getByRole("link").click()
  await expect(page).toHaveURL(new RegExp(`/orders/${late}$`))
  await page.getByRole("button", { name: "Accept £8.00…" }).click()
  await page.getByRole("button", { name: "Accept", exact: true }).click()
  await expect(page.getByText("Done")).toBeVisible()
  await page.goBack()
  await showAll()
  await expect(await caseOf(overpaid)).toBeVisible()
  await expect(await caseOf(late)).toHaveCount(0)

  await (await caseOf(overpaid)).getByRole("link").click()
  await page.getByRole("button", { name: "Keep the surplus…" }).click()
  await page.getByLabel("Reason").fill("The buyer gives it to us.")
  await page.getByRole("button", { name: "Keep it" }).click()
  await expect(page.getByRole("alertdialog")).toBeHidden()
  await page.goBack()
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible()
  await expect(await caseOf(overpaid)).toHaveCount(0)
})

test("while no source answers, the list says so and why", async ({ page, orders }) => {
  await orders.whileSourceIsAway(async () => {
    const failing = "select 1 from bitcoin_wallet where retired_at is null and last_failure is not null"
    await expect.poll(() => orders.ask(failing)).toBe(1)
    await orders.ask(
      "update bitcoin_wallet set last_poll_at = now() - interval '10 minutes' where retired_at is null",
    )
    await page.goto("/app/orders")
    const warning = page.getByRole("alert").filter({ hasText: "Bitcoin payments are not being checked" })
    await expect(warning).toContainText("No blockchain source answers. The last check was on")
    await expect(warning).toContainText("it took too long")
  })
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible()
    await expect(page.getByText("Bitcoin payments are not being checked")).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})
