import type { FastifyReply } from "fastify"

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

interface Page {
  title: string
  style: string
  body: Html
  /** Seconds after which it loads again */
  refresh?: number | undefined
}

/** Sends a page that runs no script and loads nothing. @param formTargets further origins to which its forms may lead */
export function sendPage(
  reply: FastifyReply,
  { title, style, body, refresh }: Page,
  formTargets: readonly string[] = [],
): FastifyReply {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self' ${formTargets.join(" ")}; base-uri 'none'; frame-ancestors 'none'`
  const page = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}" />`}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`
  return reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(page.text)
}
