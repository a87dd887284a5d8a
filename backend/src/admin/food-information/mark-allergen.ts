import type { Allergen } from "@shop/contracts"

/**
 * Marks an allergen's first mention in the ingredients, which the shop shows in bold. Text without a mention, or with a marked
 * one, stays as it is: `milk` in "buttermilk" is no mention, and a plural is one.
 */
export function markAllergen(ingredients: string, allergen: Allergen): string {
  const word = allergen.replace(/s$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const mention = new RegExp(`(?<![\\p{L}*])${word}s?(?![\\p{L}*])`, "iu")
  const isMarked = new RegExp(`\\*\\*[^*]*${word}[^*]*\\*\\*`, "iu").test(ingredients)
  return isMarked ? ingredients : ingredients.replace(mention, "**$&**")
}
