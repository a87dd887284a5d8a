/** The words between `**` in an ingredients list, which the shop shows in bold. */
export const markedWords = (ingredients: string): string[] =>
  [...ingredients.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? "")

/** Without marked words, and words directly before a marked explanation: "butter (**milk**)". */
export const withoutExplanations = (ingredients: string): string =>
  ingredients.replace(/\w+ \(\*\*.+?\*\*\)|\*\*.+?\*\*/g, "")
