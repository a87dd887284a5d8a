import { z } from "@medusajs/framework/zod"
import { ALLERGENS } from "@shop/contracts"
import { allergenWords, mentions } from "@shop/contracts/staff"
import { markedWords, withoutExplanations } from "./ingredients"

const MOST_LETTERS = 4000
const tooLong = `Use at most ${MOST_LETTERS} characters.`

/** An optional text: blank means missing. */
const text = z
  .string()
  .trim()
  .max(MOST_LETTERS, tooLong)
  .nullable()
  .transform((words) => (words === "" ? null : words))

const amount = (most: number, unit: string) =>
  z
    .number(`Give a number of ${unit}.`)
    .min(0, "It cannot be less than 0.")
    .max(most, `It cannot be more than ${most} ${unit}.`)
const grams = amount(100, "g")

const nutrition = z
  .strictObject({
    per: z.enum(["100 g", "100 ml"], "Say whether it is in 100 g or in 100 ml."),
    energyKj: amount(4000, "kJ"),
    energyKcal: amount(1000, "kcal"),
    fat: grams,
    saturates: grams,
    carbohydrate: grams,
    sugars: grams,
    protein: grams,
    salt: grams,
  })
  .superRefine((table, context) => {
    const refuse = (field: keyof typeof table, message: string) =>
      context.addIssue({ code: "custom", path: [field], message })
    if (table.saturates > table.fat)
      refuse("saturates", "Saturates are part of the fat: there cannot be more.")
    if (table.sugars > table.carbohydrate)
      refuse("sugars", "Sugars are part of the carbohydrate: there cannot be more.")
    if (table.per === "100 g" && table.fat + table.carbohydrate + table.protein + table.salt > 101)
      refuse("carbohydrate", "Fat, carbohydrate, protein and salt are more than 100 g together.")
    // A kilocalorie is 4.184 kJ; labels round both.
    if (Math.abs(table.energyKj - table.energyKcal * 4.184) > Math.max(8, table.energyKj * 0.04))
      refuse("energyKcal", `${table.energyKj} kJ are about ${Math.round(table.energyKj / 4.184)} kcal.`)
  })

const allergens = z
  .array(z.enum(ALLERGENS))
  .transform((list) => ALLERGENS.filter((allergen) => list.includes(allergen)))

/**
 * The food information that staff have entered so far; null means missing. `allergens: []` declares that there are none of
 * the 14. `ingredients` has every allergen between `**`; marked and declared allergens must agree.
 */
export const foodFactsSchema = z
  .strictObject({
    legalName: text,
    ingredients: text,
    allergens: allergens.nullable(),
    mayContain: allergens,
    nutrition: nutrition.nullable(),
    /** Declared by staff: the law asks for no nutrition table (assimilated Regulation 1169/2011, Annex V). */
    isNutritionExempt: z.boolean(),
    storage: text,
    origin: text,
    instructions: text,
    shelfLifeMonths: z
      .int("Give a whole number of months.")
      .min(1, "Give at least one month.")
      .max(120, "Give at most 120 months.")
      .nullable(),
    operatorName: text,
    operatorAddress: text,
    warnings: z.array(
      z.string().trim().min(1, "A warning needs words.").max(500, "Use at most 500 characters."),
    ),
    certification: text,
  })
  .superRefine((facts, context) => {
    const refuse = (path: keyof typeof facts, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if ((facts.operatorName === null) !== (facts.operatorAddress === null))
      refuse(
        facts.operatorName === null ? "operatorName" : "operatorAddress",
        "Give the operator's name and address, or neither where it is this shop.",
      )
    if (facts.isNutritionExempt && facts.nutrition !== null)
      refuse("nutrition", "Give the nutrition table, or say that the food is exempt.")
    if (facts.ingredients === null) return
    const marked = markedWords(facts.ingredients)
    const plain = withoutExplanations(facts.ingredients)
    if (plain.includes("*")) {
      refuse("ingredients", "An allergen stands between two stars on each side, like **milk**.")
      return
    }
    const unmarked = [
      ...new Set(allergenWords(plain).flatMap((allergen) => mentions(plain, allergen).map(([word]) => word))),
    ]
    if (unmarked.length > 0)
      refuse("ingredients", `Mark ${unmarked.join(", ")} as an allergen, like **${unmarked[0] ?? ""}**.`)
    if (facts.allergens === null) return
    const forgotten = allergenWords(facts.ingredients).filter((one) => !facts.allergens?.includes(one))
    if (forgotten.length > 0)
      refuse("allergens", `The ingredients name ${forgotten.join(", ")}: tick it here as well.`)
    else if (facts.allergens.length > 0 && marked.length === 0)
      refuse(
        "ingredients",
        `Mark the words for ${facts.allergens.join(", ")} between two stars on each side, like **milk**.`,
      )
    else if (facts.allergens.length === 0 && marked.length > 0)
      refuse("allergens", `“${marked.join("”, “")}” is marked as an allergen: tick which one it is.`)
  })
export type FoodFacts = z.output<typeof foodFactsSchema>
