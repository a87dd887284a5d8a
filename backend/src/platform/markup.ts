export class SafeHtml {
  constructor(readonly source: string) {}
}

type Part = SafeHtml | string | number | readonly SafeHtml[]

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A template tag that escapes inserted values, except `SafeHtml`. */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml {
  const pieces = template.flatMap((piece, index) => [piece, write(parts[index] ?? "")])
  return new SafeHtml(pieces.join(""))
}

export function onLines(rows: readonly string[]): SafeHtml[] {
  return rows.map((line, index) => (index === 0 ? markup`${line}` : markup`<br />${line}`))
}

function write(part: Part): string {
  if (part instanceof SafeHtml) return part.source
  if (typeof part === "string" || typeof part === "number") return escape(String(part))
  return part.map((item) => item.source).join("")
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
}
