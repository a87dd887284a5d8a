import path from "node:path"
import { DUE_SATS } from "./orders"
import { expect, test } from "./test"

/** With PLUGIN_PICTURES=<folder>: the list, each kind of order and each dialog, as staff see them. */
const folder = process.env.PLUGIN_PICTURES ?? ""
const DIALOGS = [
  ["short", "accept", /^Accept|annehmen…$/],
  ["short", "settle", /^(Mark as paid|Als bezahlt markieren)…$/],
  ["expired", "renew", /^(New quote|Neues Angebot)…$/],
  ["overpaid", "ask", /^(Ask for a refund address|Nach Erstattungsadresse fragen)…$/],
  ["overpaid", "refund", /^(Record a refund|Erstattung eintragen)…$/],
  ["overpaid", "keep", /^(Keep the surplus|Überschuss behalten)…$/],
] as const
const LOOKS = [
  { name: "desktop", width: 1280, height: 900, scheme: "light", language: "en" },
  { name: "phone", width: 390, height: 844, scheme: "dark", language: "de" },
] as const

// The README shows some of them.
test.use({ deviceScaleFactor: 2 })

test("pictures", async ({ page, context, plugin, openOrder, orders }) => {
  test.setTimeout(600_000)
  const undone = await orders.bought("confirmed", "gbp", DUE_SATS.gbp)
  const overpaid = await orders.bought("confirmed", "jpy", 20_000n, 40_000n)
  const underpaid = await orders.bought("underpaid", "gbp", 30_000n)
  const short = await orders.bought("underpaid", "gbp", 20_000n)
  await orders.runOut(short, "review")
  const expired = await orders.buy("gbp")
  await orders.runOut(expired, "expired")
  const awaiting = await orders.buy("gbp")
  const seen = await orders.buy("gbp", DUE_SATS.gbp)
  await orders.reaches(seen, "seen")
  const kinds = { awaiting, seen, underpaid, short, expired, paid: undone, overpaid }

  for (const { name, width, height, scheme, language } of LOOKS) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    await context.addCookies([{ name: "lng", value: language, url: plugin.backendUrl }])
    const save = (what: string) =>
      page.screenshot({ path: path.join(folder, `${name}-${what}.png`), animations: "disabled" })
    await page.goto("/app/orders")
    await page.getByRole("region", { name: /^(Payments|Zahlungen)/ }).waitFor()
    await save("list")
    for (const [kind, id] of Object.entries(kinds)) {
      const section = await openOrder(id)
      await section
        .getByText(/^(Timeline|Verlauf)/)
        .last()
        .click()
      await section.screenshot({ path: path.join(folder, `${name}-${kind}.png`) })
    }
    for (const [kind, what, button] of DIALOGS) {
      await openOrder(kinds[kind])
      await page.getByRole("button", { name: button }).click()
      await expect(page.getByRole(what === "refund" ? "dialog" : "alertdialog")).toBeVisible()
      await save(`dialog-${what}`)
    }
    await page.getByRole("button", { name: /^(Cancel|Abbrechen)$/ }).click()
    await page.getByRole("button", { name: DIALOGS[4][2] }).click()
    await page
      .getByRole("dialog")
      .getByRole("textbox")
      .nth(2)
      .fill("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")
    await page.getByRole("dialog").getByRole("textbox").nth(3).press("Enter")
    await save("dialog-refund-wrong")
  }
})
