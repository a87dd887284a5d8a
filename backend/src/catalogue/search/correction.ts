import type { Entry } from "../entries"
import type { Snapshot } from "../snapshot"
import { dietAskedFor, readSearch } from "./read-search"
import { relevanceOf } from "./relevance"
import { replaceSynonym, type Synonyms } from "./synonyms"
import { vocabularyOf } from "./texts"
import { type Vocabulary, wordsOf } from "./vocabulary"

/** Limits what one search costs. The words after the fifth do not count. */
const MOST_WORDS = 5
const MOST_SPELLINGS = 12
/** Products' texts that one search may read: a large shop tries fewer spellings. With 2,500 products it still tries all. */
const MOST_TEXTS = 120_000
const FEWEST_TRIES = 8
/** A shorter part of a search is no subject. */
const SHORTEST_PART = 4

export interface CorrectionRequest {
  search: string
  entries: readonly Entry[]
  vocabulary: Vocabulary
  synonyms: Synonyms
}

/**
 * Finds a search that has hits and is near the one that has none: with the shop's words for the shopper's, with typing
 * mistakes corrected, or only a part of it that occurs in a product's name. Undefined if there is none.
 */
export function correctSearch({
  search,
  entries,
  vocabulary,
  synonyms,
}: CorrectionRequest): string | undefined {
  const diet = dietAskedFor(search)
  if (diet === "unknown") return undefined
  const words = wordsOf(search).slice(0, MOST_WORDS)
  const spellings = words.map((word) => {
    const known = vocabulary.spelling(word)
    return known === undefined ? vocabulary.similar(word) : [known]
  })
  const hasHits = (text: string) => {
    const asked = readSearch(text)
    return text !== "" && entries.some((entry) => relevanceOf(entry, asked) !== undefined)
  }
  const withSynonym = (spelled: readonly string[]) =>
    [spelled.join(" "), replaceSynonym(spelled, synonyms)].filter((text) => text !== undefined)
  const tries = Math.max(FEWEST_TRIES, Math.floor(MOST_TEXTS / Math.max(1, entries.length)))
  // Each is tried with and without a synonym. The other half of the tries are for the words joined, and for the parts.
  for (const spelled of combinations(spellings).slice(0, Math.ceil(tries / 4))) {
    const found = withSynonym(spelled).find(hasHits)
    if (found !== undefined) return found
  }
  if (diet === "known") return undefined
  const joined = words.join("")
  if (joined.length >= SHORTEST_PART && hasHits(joined)) return joined
  return findPart(
    spellings.map(([best]) => best),
    withSynonym,
    entries,
    Math.floor(tries / 2) - 1,
  )
}

/** Every way to choose one spelling for each word, the best first; none if a word has no spelling. */
function combinations(spellings: readonly (readonly string[])[]): string[][] {
  let chosen: string[][] = [[]]
  for (const options of spellings)
    chosen = chosen.flatMap((before) => options.map((one) => [...before, one])).slice(0, MOST_SPELLINGS)
  return chosen
}

/** The longest run of words that occurs in a name; of several, the one with the fewest products. @param tries texts to look for */
function findPart(
  words: readonly (string | undefined)[],
  withSynonym: (part: readonly string[]) => string[],
  entries: readonly Entry[],
  tries: number,
): string | undefined {
  let left = tries
  for (let length = words.length - 1; length > 0; length -= 1) {
    const [best] = runsOf(words, length)
      .flatMap(withSynonym)
      .filter((text) => text.length >= SHORTEST_PART)
      .filter(() => (left -= 1) >= 0)
      .map((text) => ({ text, count: countNames(entries, text) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.count - b.count)
    if (best) return best.text
  }
  return undefined
}

function runsOf(words: readonly (string | undefined)[], length: number): string[][] {
  return words
    .map((_, from) => words.slice(from, from + length).filter((word) => word !== undefined))
    .filter((run) => run.length === length)
}

/** The search text begins with the name. */
const countNames = (entries: readonly Entry[], text: string): number =>
  entries.filter(({ searchText, product }) => {
    const at = searchText.indexOf(text)
    return at >= 0 && at < product.name.length
  }).length

/** @param entries of which one must be a hit */
export function findCorrection(
  snapshot: Snapshot,
  search: string,
  entries: readonly Entry[],
): string | undefined {
  const { synonyms } = snapshot.context
  return correctSearch({ search, entries, vocabulary: vocabularyOf(snapshot), synonyms })
}
