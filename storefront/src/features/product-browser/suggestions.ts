import type { Category } from "@shop/contracts"

/** A shorter search matches too much to be worth suggesting. */
export const SHORTEST_SEARCH = 2
const MOST_CATEGORIES = 3

/** The categories with the search in their name, ignoring case. */
export function matchingCategories(categories: readonly Category[], search: string): Category[] {
  const wanted = search.toLowerCase()
  return categories.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_CATEGORIES)
}

export interface NamePart {
  text: string
  isMatch: boolean
}

/** Splits a name at each occurrence of the search, ignoring case. Joined, the parts are the name. */
export function partsOf(name: string, search: string): NamePart[] {
  if (search === "") return [{ text: name, isMatch: false }]
  const literal = search.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  return name
    .split(new RegExp(`(${literal})`, "giu"))
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== "")
}

/** The option that an arrow key reaches. Beyond either end is the text again: null. */
export function optionAfter(active: number | null, step: 1 | -1, count: number): number | null {
  const next = (active ?? (step === 1 ? -1 : count)) + step
  return next < 0 || next >= count ? null : next
}
