/** A UK postcode as defined by the specification: 1–2 letters, a digit, an optional letter or digit, an optional space, a digit and 2 letters. */
export function isPostcode(text: string): boolean {
  return /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(text.trim())
}

/** Without white space, upper case, with a space before the last three where there are five characters or more. */
export function formatPostcode(text: string): string {
  const compact = text.replace(/\s+/g, "").toUpperCase()
  return compact.length >= 5 ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : compact
}
