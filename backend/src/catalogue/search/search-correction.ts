import type { Category } from "@shop/contracts"
import type { Snapshot } from "../snapshot"
import { correctSearch } from "./correction"
import { Vocabulary } from "./vocabulary"

/** Corrects a search without hits. Undefined if nothing in the catalogue, or in the category, is near. */
export function findCorrection(snapshot: Snapshot, search: string, category?: Category): string | undefined {
  const { synonyms } = snapshot.context
  const entries = snapshot.ordered("featured", category)
  return correctSearch({ search, entries, vocabulary: vocabularyOf(snapshot), synonyms })
}

/** Every order makes a new snapshot, but its texts are mostly those of the one before. */
let latest: { snapshot: Snapshot; vocabulary: Vocabulary } | undefined

function vocabularyOf(snapshot: Snapshot): Vocabulary {
  const vocabulary =
    latest && hasSameTexts(latest.snapshot, snapshot) ? latest.vocabulary : new Vocabulary(textsOf(snapshot))
  latest = { snapshot, vocabulary }
  return vocabulary
}

function* textsOf(snapshot: Snapshot): Generator<string> {
  for (const { searchText } of snapshot.all()) yield searchText
  // A misspelt synonym is found as well.
  yield* snapshot.context.synonyms.keys()
}

function hasSameTexts(one: Snapshot, other: Snapshot): boolean {
  if (one === other) return true
  if (one.context !== other.context || one.size !== other.size) return false
  for (const { product, searchText } of other.all())
    if (one.byId(product.id)?.searchText !== searchText) return false
  return true
}
