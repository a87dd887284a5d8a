import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { readProductFacts, type ProductFacts } from ".."

/**
 * Rejects a published food without its mandatory information.
 * @throws MedusaError with a sentence that names what is missing
 */
export async function assertSellable(
  container: MedusaContainer,
  productIds: readonly string[],
): Promise<void> {
  const products = await readProductFacts(container, [...new Set(productIds)])
  const refused = products.filter(({ status, missing }) => status === "published" && missing.length > 0)
  if (refused.length > 0)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, refused.map(notSellableSentence).join(" "))
}

export const notSellableSentence = ({ title, missing }: Pick<ProductFacts, "title" | "missing">): string =>
  `“${title}” cannot be on sale without ${inWords(missing.map(({ words }) => words))}: give it under “Food information” on the product's page.`

const list = new Intl.ListFormat("en-GB", { type: "conjunction" })
const inWords = (words: readonly string[]) => list.format(words)
