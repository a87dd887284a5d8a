/** What stands between `**` in an ingredients list: the words that the shop shows in bold. */
export const markedWords = (ingredients: string): string[] =>
  [...ingredients.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? "")

/**
 * An ingredients list without its marked words, and without a word that a marked one right behind it explains:
 * "butter (**milk**)".
 */
export const withoutExplanations = (ingredients: string): string =>
  ingredients.replace(/\w+ \(\*\*.+?\*\*\)|\*\*.+?\*\*/g, "")
