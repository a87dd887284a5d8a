/** A name in Medusa's two halves; put together with a space it reads as it was typed. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/)
  if (words.length < 2) return { first_name: name.trim(), last_name: "" }
  return { first_name: words.slice(0, -1).join(" "), last_name: words.at(-1) ?? "" }
}
