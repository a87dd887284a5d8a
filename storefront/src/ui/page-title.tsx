import { pageTitle } from "../lib/page-title"
import { useShopFacts } from "./shop-facts-context"

/** A title alone, for pages that have nothing else to say of themselves yet. */
export function PageTitle({ words }: { words: string }) {
  return <title>{pageTitle(words, useShopFacts().name)}</title>
}
