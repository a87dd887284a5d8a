const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Markup that needs no escaping. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[] | false | undefined

/** Escapes text; inserts markup as it is; `false` and `undefined` insert nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + toMarkup(parts[index])).join(""))
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(({ text }) => text).join("")
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
