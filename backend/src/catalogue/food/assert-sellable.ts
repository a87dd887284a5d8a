import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { readProductFacts, type ProductFacts } from ".."

/** A published product has all that is missing without it. @throws MedusaError with a sentence for staff */
export async function assertSellable(
  container: MedusaContainer,
  productIds: readonly string[],
): Promise<void> {
  const products = await readProductFacts(container, [...new Set(productIds)])
  const refused = products
    .filter(({ status, missing }) => status === "published" && missing.length > 0)
    .map(
      (product) =>
        `${notSellableSentence(product)} Save it as a draft, then give this under “Shop and food information” on its page.`,
    )
  if (refused.length > 0) throw new MedusaError(MedusaError.Types.INVALID_DATA, refused.join(" "))
}

export const notSellableSentence = ({ title, missing }: Pick<ProductFacts, "title" | "missing">): string =>
  `“${title}” cannot be on sale without ${inWords(missing.map(({ words }) => words))}.`

const list = new Intl.ListFormat("en-GB", { type: "conjunction" })
const inWords = (words: readonly string[]) => list.format(words)
