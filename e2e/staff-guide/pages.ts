import type { Page } from "@playwright/test"
import { changePieces, confirmEdit, openEdit } from "../screens/order-changes"
import type { Day } from "./a-day"

/** A picture of docs/staff.md: where it is taken, and what must be seen before. */
interface Picture {
  name: string
  path: (day: Day) => string
  ready: (page: Page, day: Day) => Promise<unknown>
}

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()

export const PICTURES: readonly Picture[] = [
  { name: "today", path: () => "today", ready: (page) => page.getByRole("row").nth(1).waitFor() },
  { name: "orders", path: () => "orders", ready: (page) => page.getByRole("row").nth(1).waitFor() },
  { name: "order-paid", path: ({ paid }) => `orders/${paid}`, ready: text("Bitcoin payment") },
  { name: "order-unpaid", path: ({ unpaid }) => `orders/${unpaid}`, ready: text("Bitcoin payment") },
  { name: "order-by-card", path: ({ card }) => `orders/${card}`, ready: text(/Answer before/) },
  {
    name: "new-product",
    path: ({ draft }) => `products/${draft}`,
    ready: text("Not on sale yet. Missing:"),
  },
  { name: "products", path: () => "products", ready: (page) => page.getByRole("row").nth(1).waitFor() },
  {
    name: "stock-overview",
    path: () => "stock-overview",
    ready: (page) => page.getByRole("row").nth(1).waitFor(),
  },
  { name: "inventory", path: () => "inventory", ready: (page) => page.getByRole("row").nth(1).waitFor() },
  {
    name: "messages",
    path: () => "messages",
    ready: async (page) => {
      await page.getByText("Is the heather honey raw?").first().click()
      await page.getByText("two jars for a present").first().waitFor()
    },
  },
  { name: "payments", path: () => "payments", ready: text(/Answer before/) },
  {
    name: "refunds-in-bitcoin",
    path: () => "bitcoin-refunds",
    ready: async (page) => {
      await page.getByRole("checkbox", { name: /^Order \d+:/ }).check()
    },
  },
  { name: "reports", path: () => "reports", ready: text("Best sellers") },
  { name: "business-details", path: () => "settings/business-details", ready: text(/company/i) },
  // Last, because they change the order.
  {
    name: "order-edit",
    path: ({ paid }) => `orders/${paid}`,
    ready: async (page, { paid }) => {
      await openEdit(page, new URL(page.url()).origin, paid)
      await changePieces(page, 3)
    },
  },
  {
    name: "order-difference",
    path: ({ paid }) => `orders/${paid}/edits`,
    ready: async (page, { paymentPage }) => {
      await confirmEdit(page)
      await page.goto(paymentPage)
      await page.getByText("is still to be paid").waitFor()
    },
  },
  { name: "order-changed", path: ({ paid }) => `orders/${paid}`, ready: text(/^Difference due: £/) },
]
