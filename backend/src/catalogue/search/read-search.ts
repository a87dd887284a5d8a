import { DIETS, DIET_LABELS, type Diet } from "@shop/contracts"

/** What a search asks of a product besides its words: "vegan biscuits", "tea 250 g", "nut free". */
export interface ReadSearch {
  /** The whole search in lower case. */
  text: string
  diets: readonly Diet[]
  sizes: readonly string[]
  /** What is left without diets and sizes. */
  rest: string
}

/** Words for what a food is without, as shoppers write them. */
const WITHOUT: Partial<Record<Diet, string>> = {
  "no-gelatine": "gelatine?",
  "no-milk": "milk|dairy|lactose",
  "no-nuts": "nuts?|peanuts?",
  "no-sulphites": "sul(?:ph|f)ites?",
}
const without = (words: string) => `(?:no|without|free (?:from|of)) (?:${words})|(?:${words})[- ]free`
const bounded = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "giu")

const PHRASES = DIETS.map((diet) => {
  const words = WITHOUT[diet]
  return { diet, phrase: bounded(words ? without(words) : DIET_LABELS[diet]) }
})
const SIZE = bounded("\\d+(?:[.,]\\d+)? ?(?:kg|g|ml|l)")
/** Diets of which the shop derives no group. */
const OTHER_DIET = bounded(`${without("\\p{L}+")}|halal|kosher|keto`)

/** A size as it is compared: "250 g" and "250g" are the same. */
export const sizeKey = (weight: string): string => weight.toLowerCase().replaceAll(" ", "").replace(",", ".")

export function readSearch(search: string): ReadSearch {
  const text = search.toLowerCase()
  const sizes = (text.match(SIZE) ?? []).map(sizeKey)
  const asked = PHRASES.filter(({ phrase }) => text.search(phrase) >= 0)
  const rest = asked.reduce((left, { phrase }) => left.replace(phrase, " "), text.replace(SIZE, " "))
  return { text, sizes, diets: asked.map(({ diet }) => diet), rest: rest.trim().replace(/\s+/g, " ") }
}

/** Who asks for "halal" or "vegan" must not be shown what the search finds without this word. */
export function dietAskedFor(search: string): "known" | "unknown" | undefined {
  const { diets, rest } = readSearch(search)
  if (rest.search(OTHER_DIET) >= 0) return "unknown"
  return diets.length > 0 ? "known" : undefined
}
