/** What shoppers choose food by. The shop derives each from the declared ingredients and allergens; none is entered by hand. */
export const DIETS = ["vegan", "vegetarian", "no-gelatine", "no-milk", "no-nuts", "no-sulphites"] as const
export type Diet = (typeof DIETS)[number]

export const DIET_LABELS = {
  vegan: "Vegan",
  vegetarian: "Vegetarian",
  "no-gelatine": "No gelatine",
  "no-milk": "No milk",
  "no-nuts": "No nuts",
  "no-sulphites": "No sulphites",
} as const satisfies Record<Diet, string>

/** The diets named in a text, with spaces between them, in the order of `DIETS`. Other names are left out. */
export function dietsIn(text: string): Diet[] {
  const named = new Set(text.split(" "))
  return DIETS.filter((diet) => named.has(diet))
}
