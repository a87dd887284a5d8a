import type { Locator, Page } from "@playwright/test"
import { penceIn } from "./money"

export interface Offer {
  name: string
  pence: bigint
}

/** The products shown on a list. */
export const cards = (page: Page): Locator => page.getByRole("main").getByRole("article")

/** What a product's card says. */
export async function readCard(card: Locator): Promise<Offer> {
  const [name, text] = await Promise.all([card.getByRole("heading").innerText(), card.innerText()])
  return { name, pence: penceIn(text) }
}
