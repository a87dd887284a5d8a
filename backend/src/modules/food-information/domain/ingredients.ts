/** The words between `**` in an ingredients list, which the shop shows in bold. */
export const markedWords = (ingredients: string): string[] =>
  [...ingredients.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? "")

/**
 * An ingredients list without its marked words, and without a word directly before a marked explanation, like
 * "butter (**milk**)".
 */
export const withoutExplanations = (ingredients: string): string =>
  ingredients.replace(/\w+ \(\*\*.+?\*\*\)|\*\*.+?\*\*/g, "")
