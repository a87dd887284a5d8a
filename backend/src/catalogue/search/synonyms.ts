import { wordsOf } from "./vocabulary"

/** Shoppers' words and the shop's words for the same thing, both in lower case. */
export type Synonyms = ReadonlyMap<string, string>

/** The key in the store's metadata. Staff edit it on the store's page in the admin. */
export const SYNONYMS_KEY = "search_synonyms"

const MOST_SYNONYMS = 500
const LONGEST = 60

/** Lines like "lollies, candy = sweets". Unreadable ones are left out: a search must not fail because of them. */
export function readSynonyms(written: unknown): Synonyms {
  const synonyms = new Map<string, string>()
  if (typeof written !== "string") return synonyms
  for (const line of written.split("\n", MOST_SYNONYMS)) {
    const [from = "", to = "", ...more] = line.split("=")
    const meant = to.trim().toLowerCase()
    if (meant === "" || meant.length > LONGEST || more.length > 0) continue
    for (const one of from.split(",")) {
      const words = wordsOf(one).join(" ")
      if (words !== "" && words.length <= LONGEST && synonyms.size < MOST_SYNONYMS) synonyms.set(words, meant)
    }
  }
  return synonyms
}

/** Replaces the longest shoppers' words in a text; undefined if it has none. */
export function replaceSynonym(words: readonly string[], synonyms: Synonyms): string | undefined {
  for (let length = words.length; length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const meant = synonyms.get(words.slice(from, from + length).join(" "))
      if (meant !== undefined)
        return [...words.slice(0, from), meant, ...words.slice(from + length)].join(" ")
    }
  }
  return undefined
}
