import type { Allergen } from "@shop/contracts"

/** Marks the first mention, unless one is marked: `milk` in "buttermilk" is none, a plural is one. */
export function markAllergen(ingredients: string, allergen: Allergen): string {
  const word = allergen.replace(/s$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const mention = new RegExp(`(?<![\\p{L}*])${word}s?(?![\\p{L}*])`, "iu")
  const isMarked = new RegExp(`\\*\\*[^*]*${word}[^*]*\\*\\*`, "iu").test(ingredients)
  return isMarked ? ingredients : ingredients.replace(mention, "**$&**")
}
