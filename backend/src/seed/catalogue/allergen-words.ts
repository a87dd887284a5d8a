import { ALLERGENS } from "./schema"

type Allergen = (typeof ALLERGENS)[number]

/** Words by which each allergen goes in an ingredients list (after the Food Standards Agency's guidance). */
const WORDS: Record<Allergen, RegExp> = {
  celery: /\b(celery|celeriac)\b/i,
  "cereals containing gluten": /\b(wheat|rye|barley|oats?|spelt|kamut|semolina|malt)\b/i,
  crustaceans: /\b(prawns?|crabs?|lobsters?|crayfish|shrimps?)\b/i,
  eggs: /\b(eggs?|albumen|lysozyme)\b/i,
  fish: /\b(fish|isinglass|anchov\w+)\b/i,
  lupin: /\blupins?\b/i,
  milk: /\b(milk|butter|cream|whey|casein\w*|lactose|yoghurt|ghee)\b/i,
  molluscs: /\b(mussels?|oysters?|squid|snails?|clams?)\b/i,
  mustard: /\bmustard\b/i,
  peanuts: /\b(peanuts?|groundnuts?)\b/i,
  sesame: /\b(sesame|tahini)\b/i,
  soya: /\b(soya|soy|tofu|edamame)\b/i,
  sulphites: /\b(sulphites?|sulphur dioxide|metabisulphite|E22[0-8])\b/i,
  "tree nuts": /\b(nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?|brazils?)\b/i,
}

/** The allergens that a piece of an ingredients list names, in any of their usual words. */
export const allergenWords = (text: string): Allergen[] =>
  ALLERGENS.filter((allergen) => WORDS[allergen].test(text))
