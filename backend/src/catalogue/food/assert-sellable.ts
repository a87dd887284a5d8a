import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { readProductFacts, type ProductFacts } from ".."

/**
 * A published product needs its food information, and uncounted stock on purpose: the admin's form does not count it
 * unless staff tick it. @throws MedusaError with a sentence for staff
 */
export async function assertSellable(
  container: MedusaContainer,
  productIds: readonly string[],
): Promise<void> {
  const products = await readProductFacts(container, [...new Set(productIds)])
  const published = products.filter(({ status }) => status === "published")
  const refused = [
    ...published.filter(({ missing }) => missing.length > 0).map(notSellableSentence),
    ...published.filter(({ isUncounted }) => isUncounted).map(uncountedSentence),
  ]
  if (refused.length > 0) throw new MedusaError(MedusaError.Types.INVALID_DATA, refused.join(" "))
}

const uncountedSentence = ({ title }: Pick<ProductFacts, "title">) =>
  `The stock of “${title}” is not counted, so it would never sell out: edit its variant and tick “Manage inventory”, or set the product's metadata “stock_not_counted” to true.`

export const notSellableSentence = ({ title, missing }: Pick<ProductFacts, "title" | "missing">): string =>
  `“${title}” cannot be on sale without ${inWords(missing.map(({ words }) => words))}: give it under “Food information” on the product's page.`

const list = new Intl.ListFormat("en-GB", { type: "conjunction" })
const inWords = (words: readonly string[]) => list.format(words)
