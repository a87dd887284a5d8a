import type { Diet } from "@shop/contracts"
import type { Entry } from "../entries"
import type { ReadSearch } from "./read-search"

/** 0 to 2 in the name, 3 in what is declared, 4 to 6 in the description. */
const DECLARED = 3
const DESCRIPTION = 4

const WORD_CHARACTER = /[\p{L}\p{N}]/u

/** How near a product is to a search, 0 the nearest; undefined if it is no hit. A whole word is nearer than its beginning, then its inside. */
export function relevanceOf(entry: Entry, search: ReadSearch): number | undefined {
  const { text, diets, sizes, rest } = search
  const literal = rankIn(entry, text)
  if (literal !== undefined && literal < DECLARED) return literal
  if (diets.length + sizes.length === 0) {
    return entry.codes.includes(`\n${text}`) ? DECLARED : literal
  }
  if (!suits(entry, diets) || !sizes.every((size) => entry.sizes.includes(size))) return literal
  return rest === "" ? DECLARED : (rankIn(entry, rest) ?? literal)
}

export const suits = (entry: Entry, diets: readonly Diet[]): boolean =>
  diets.every((diet) => entry.diets.includes(diet))

/** The search text begins with the name. */
function rankIn({ searchText, product }: Entry, text: string): number | undefined {
  const at = searchText.indexOf(text)
  if (at < 0) return undefined
  const isInName = at < product.name.length
  const from = isInName ? 0 : DESCRIPTION
  const end = isInName ? product.name.length : searchText.length
  return from + placeOf(searchText, text, at, end)
}

/** 0 if the text stands there as a whole word, 1 at the beginning of one, 2 elsewhere. */
function placeOf(within: string, text: string, first: number, end: number): number {
  let best = 2
  for (let at = first; at >= 0 && at < end; at = within.indexOf(text, at + 1)) {
    if (!isBoundary(within, at - 1)) continue
    if (isBoundary(within, at + text.length)) return 0
    best = 1
  }
  return best
}

/** Ten thousand texts are judged in a search: almost every character is in ASCII, and needs no expression. */
function isBoundary(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 128) return !WORD_CHARACTER.test(text.charAt(at))
  return !((code >= 97 && code <= 122) || (code >= 48 && code <= 57))
}
