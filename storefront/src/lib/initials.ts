/** The first letter of each word of a name, upper case; 'U' without a name (specification, section 2). */
export function initialsOf(name: string | null): string {
  const letters = (name ?? "").split(/\s+/).map((word) => /^./u.exec(word)?.[0] ?? "")
  return letters.join("").toLocaleUpperCase("en-GB") || "U"
}
