const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Markup that is safe to place as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[] | false | undefined

/** Markup with values: text is escaped, markup is not, `false` and `undefined` are nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + place(parts[index])).join(""))
}

function place(part: Part): string {
  if (part === undefined || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(({ text }) => text).join("")
  return escape(String(part))
}
