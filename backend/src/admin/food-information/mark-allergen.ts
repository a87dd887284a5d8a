import type { Allergen } from "@shop/contracts"
import { firstMention } from "@shop/contracts/staff"

/** Marks the allergen's own name or, where it is not named, the first word for it ("wheat"), unless one is marked. A plural is one. */
export function markAllergen(ingredients: string, allergen: Allergen): string {
  const name = allergen.replace(/s$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const byName = new RegExp(`(?<![\\p{L}*])${name}s?(?![\\p{L}*])`, "iu")
  const marked = [...ingredients.matchAll(/\*\*([^*]*)\*\*/g)].map(([, words = ""]) => words)
  if (marked.some((words) => byName.test(words) || firstMention(words, allergen) !== null)) return ingredients
  const found = byName.exec(ingredients) ?? firstMention(ingredients, allergen)
  if (found === null) return ingredients
  const [word] = found
  return `${ingredients.slice(0, found.index)}**${word}**${ingredients.slice(found.index + word.length)}`
}
