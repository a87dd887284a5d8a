import type { TFunction } from "i18next"
import { z } from "zod"
import { ask } from "../components/ask"

const KEY = "search_synonyms"

/** The most lines, and letters of one word, that the catalogue reads. */
const MOST_LINES = 500
const LONGEST = 60

export interface Store {
  id: string
  metadata?: Record<string, unknown> | null
}

export function synonymsOf({ metadata }: Store): string {
  const written = metadata?.[KEY]
  return typeof written === "string" ? written : ""
}

export function problemIn(written: string, t: TFunction<"shop">): string | undefined {
  const lines = written.split("\n")
  if (lines.length > MOST_LINES) return t("store.synonyms.tooMany", { most: MOST_LINES })
  const wrong = lines.findIndex((line) => line.trim() !== "" && !isReadable(line))
  if (wrong < 0) return undefined
  return t("store.synonyms.unreadable", { line: wrong + 1, longest: LONGEST })
}

function isReadable(line: string): boolean {
  const sides = line.split("=").map((side) => side.trim())
  return (
    sides.length === 2 &&
    sides.every((side) => /[\p{L}\p{N}]/u.test(side)) &&
    (sides[1] ?? "").length <= LONGEST &&
    (sides[0] ?? "").split(",").every((word) => word.trim().length <= LONGEST)
  )
}

/** Medusa keeps the store's other metadata. @throws Rejection */
export const saveSynonyms = (storeId: string, written: string): Promise<unknown> =>
  ask(z.unknown(), `/admin/stores/${storeId}`, { method: "POST", body: { metadata: { [KEY]: written } } })
