/** Pounds as they are typed (`12`, `12.5`, `12.50`) to whole pence; null when that is no amount. */
export function typedPence(text: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/^£/, ""))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
}
