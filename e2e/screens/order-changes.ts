import { expect, type Locator, type Page } from "@playwright/test"
import { z } from "zod"

/** Medusa's own pages on which staff change an order, as they press through them. */

async function confirm(page: Page, button: string, request: RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).click()
  const confirmed = page.waitForResponse((response) => request.test(response.url()))
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^(Continue|Confirm)$/ })
    .click()
  expect((await confirmed).status()).toBe(200)
}

const previewed = z.object({ order: z.object({ order_change: z.object({ id: z.string() }) }) })

/** The page for an edit of the order, which begins one, unless one is open: after a confirmed edit the page may have begun another. */
export async function openEdit(page: Page, backendUrl: string, orderId: string): Promise<void> {
  // The page takes presses before it knows the edit, and refuses them.
  const known = page.waitForResponse(
    async (response) =>
      response.url().includes(`/admin/orders/${orderId}/preview`) &&
      // A page that is left takes the bodies of its responses with it.
      previewed.safeParse(await response.json().catch(() => null)).success,
  )
  await page.goto(`${backendUrl}/app/orders/${orderId}/edits`)
  await known
  await expect(page.getByRole("button", { name: "Confirm Edit" })).toBeEnabled({ timeout: 30_000 })
}

/** Gives the only line of the order on the open page another number of pieces. */
export async function changePieces(page: Page, pieces: number): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().includes("/items/item/"))
  const quantity = page.getByRole("dialog").getByRole("spinbutton")
  await quantity.fill(String(pieces))
  await quantity.press("Tab")
  expect((await saved).status()).toBe(200)
}

export const confirmEdit = (page: Page): Promise<void> =>
  confirm(page, "Confirm Edit", /\/order-edits\/[^/]+\/(request|confirm)$/)

/** Gives the order's only line another number of pieces. */
export async function edit(page: Page, backendUrl: string, orderId: string, pieces: number): Promise<void> {
  await openEdit(page, backendUrl, orderId)
  await changePieces(page, pieces)
  await confirmEdit(page)
}

/** Ticks a row of the list that the link opens, and saves. */
async function addItem(page: Page, link: Locator, title: string, isSearched = false): Promise<void> {
  await link.click()
  const list = page.getByRole("dialog").last()
  if (isSearched) await list.getByPlaceholder("Search").fill(title)
  await list.getByRole("row").filter({ hasText: title }).first().getByRole("checkbox").click()
  const saved = page.waitForResponse((response) => /-items$|\/items$/.test(response.url()))
  await list.getByRole("button", { name: "Save" }).click()
  expect((await saved).status()).toBe(200)
}

/** One piece of `out` is sent, for one of `back` that comes back; null: nothing does. */
export async function replace(
  page: Page,
  backendUrl: string,
  orderId: string,
  change: { kind: "exchange" | "claim"; back: string | null; out: string },
): Promise<void> {
  const { kind, back, out } = change
  await page.goto(`${backendUrl}/app/orders/${orderId}/${kind}s`)
  const links = page.getByText("Add items", { exact: true })
  if (back !== null) await addItem(page, links.first(), back)
  await addItem(page, links.last(), out, true)
  await confirm(page, kind === "exchange" ? "Confirm Exchange" : "Confirm Claim", /\/request$/)
}

/** One piece comes back. */
export async function takeBack(
  page: Page,
  backendUrl: string,
  orderId: string,
  title: string,
): Promise<void> {
  await page.goto(`${backendUrl}/app/orders/${orderId}/returns`)
  await addItem(page, page.getByText("Add items", { exact: true }), title)
  await confirm(page, "Confirm Return", /\/request$/)
}

/** What was to come back has arrived, one piece of one line. */
export async function receive(page: Page, backendUrl: string, orderId: string): Promise<void> {
  await page.goto(`${backendUrl}/app/orders/${orderId}`)
  await page
    .getByRole("link", { name: "Receive items" })
    .or(page.getByRole("button", { name: "Receive items" }))
    .click()
  const form = page.getByRole("dialog")
  await expect(form.getByRole("spinbutton").last()).toHaveValue("1")
  const received = page.waitForResponse((response) => response.url().endsWith("/receive/confirm"))
  await form.getByRole("button", { name: "Save" }).click()
  expect((await received).status()).toBe(200)
}

/** Makes an order of a draft. */
export async function convertDraft(page: Page, backendUrl: string, draftId: string): Promise<void> {
  await page.goto(`${backendUrl}/app/draft-orders/${draftId}`)
  await confirm(page, "Convert to order", /\/convert-to-order$/)
}
