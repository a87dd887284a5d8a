const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&apos;",
  '"': "&quot;",
}

/** What no XML document may contain, not even as an entity (XML 1.0, section 2.2), and the other control characters. */
const FORBIDDEN = /(?![\t\n\r])\p{Control}|\p{Surrogate}|[\uFFFE\uFFFF]/gu

export const withoutForbidden = (text: string): string => text.replace(FORBIDDEN, "")

export const escapeXml = (text: string): string =>
  withoutForbidden(text).replace(/[&<>'"]/g, (character) => ENTITIES[character] ?? "")
