import type { Locator, Page } from "@playwright/test"
import { productSchema, shippingOptionSchema, type Product } from "@shop/contracts"
import { z } from "zod"
import { penceIn } from "./money"

export interface Offer {
  name: string
  pence: bigint
}

/** The cards of a list. */
export const cards = (page: Page): Locator => page.getByRole("main").getByRole("article")

/** The card of one product. */
export const card = (page: Page, name: string): Locator =>
  cards(page).filter({ has: page.getByRole("heading", { name, exact: true }) })

/**
 * Products with enough stock for all tests.
 * @returns their names, at least two
 */
export async function plentifulProducts(storefrontUrl: string, category: string): Promise<[string, string]> {
  const response = await fetch(`${storefrontUrl}/api/products?category=${category}`)
  const [first, second] = z
    .array(productSchema)
    .parse(await response.json())
    .filter(({ stock }) => stock >= 20)
  if (!first || !second) throw new Error(`Too few products in stock in ${category}`)
  return [first.name, second.name]
}

/** A product's card. */
export async function readCard(card: Locator): Promise<Offer> {
  const [name, text] = await Promise.all([card.getByRole("heading").innerText(), card.innerText()])
  return { name, pence: penceIn(text) }
}

/** The whole catalogue from the API. */
export async function allProducts(storefrontUrl: string): Promise<Product[]> {
  const response = await fetch(`${storefrontUrl}/api/products`)
  return z.array(productSchema).parse(await response.json())
}

/** One product that matches. @throws Error if the catalogue has none */
export async function aProduct(storefrontUrl: string, fits: (product: Product) => boolean): Promise<Product> {
  const product = (await allProducts(storefrontUrl)).find(fits)
  if (!product) throw new Error("The catalogue has no such product")
  return product
}

/** The estimated days of arrival of the standard and the special delivery, like 'Wed 25 – Thu 26 Nov'. */
export async function shippingEstimates(storefrontUrl: string): Promise<[string, string]> {
  const response = await fetch(`${storefrontUrl}/api/shipping-options`)
  const [standard, special] = z.array(shippingOptionSchema).parse(await response.json())
  if (!standard?.estimate || !special?.estimate) throw new Error("The shop names no day of arrival")
  return [standard.estimate.label, special.estimate.label]
}

/** Enough stock for all tests. */
export const isPlentiful = ({ stock }: Product): boolean => stock >= 20
