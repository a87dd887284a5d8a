import { joined, layoutTable, type Block } from "./blocks"
import { imageTag, LOGO, LOGO_SIZE, type InlineImage } from "./pictures"
import { markup, onLines, SafeHtml } from "../platform/markup"
import { DARK, LIGHT, NIGHT, ON_NIGHT, SANS, SERIF } from "./palette"
import type { Shop } from "./shop"

/** What a mail says. The layout adds the shop's head and imprint. */
export interface EmailContent {
  subject: string
  /** The line that mail programs show next to the subject. */
  preview: string
  title: string
  blocks: readonly Block[]
  /** Defaults to the shop's address. */
  replyTo?: string
  /** The key of the previous mail in the same conversation. */
  continues?: string
}

export interface Email {
  subject: string
  html: string
  text: string
  replyTo: string
  images: readonly InlineImage[]
  continues?: string
}

/** Tables and inline styles, because mail programs drop the rest. Pictures are inside: nothing is loaded from the network. */
export function emailLayout(shop: Shop, content: EmailContent): Email {
  const { subject, preview, title, blocks, replyTo = shop.email, continues } = content
  const body = joined(blocks)
  const text = [title, body.text, "-- ", imprint(shop).join("\n")].join("\n\n")
  const images = new Map([LOGO, ...(body.images ?? [])].map((image) => [image.cid, image]))
  return {
    subject: oneLine(subject),
    html: document(shop, preview, title, blocks).source,
    text: `${text}\n`,
    replyTo,
    images: [...images.values()],
    ...(continues !== undefined && { continues }),
  }
}

/** A line break in a subject would allow header injection. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim()
}

/** The details UK law requires in a trader's mail: name, address, registration and contact. */
function imprint(shop: Shop): string[] {
  const registered = shop.registeredIn === null ? "" : `, registered in ${shop.registeredIn}`
  const numbers = [
    ...(shop.companyNumber === null ? [] : [`Company number ${shop.companyNumber}${registered}`]),
    ...(shop.vatNumber === null ? [] : [`VAT number ${shop.vatNumber}`]),
  ]
  return [shop.legalName, shop.address, ...numbers, `${shop.email} · ${shop.phone}`, shop.url]
}

/** Without explicit dark colours, mail programs invert the light ones themselves. */
const STYLE = new SafeHtml(`
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 0; }
  @media (max-width: 480px) {
    .edge { padding-left: 18px !important; padding-right: 18px !important; }
    .computer { display: none !important; }
  }
  @media (prefers-color-scheme: dark) {
    .paper { background: ${DARK.paper} !important; }
    .card { background: ${DARK.card} !important; border-color: ${DARK.accent} ${DARK.line} ${DARK.line} !important; }
    .panel { background: ${DARK.panel} !important; border-color: ${DARK.line} !important; }
    .legal { background: ${DARK.legal} !important; }
    .line { border-color: ${DARK.line} !important; }
    .ink { color: ${DARK.ink} !important; }
    .soft, .soft a { color: ${DARK.soft} !important; }
    .brand { color: ${DARK.brand} !important; }
    .button { background: ${DARK.accent} !important; }
    .button-words { color: ${DARK.paper} !important; }
  }`)

function document(shop: Shop, preview: string, title: string, blocks: readonly Block[]): SafeHtml {
  return markup`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};">
        <div style="display:none;max-height:0;overflow:hidden;">${preview}</div>
        ${layoutTable(
          markup`<tr><td align="center" style="padding:24px 8px 32px;">${sheet(shop, title, blocks)}</td></tr>`,
          `background:${LIGHT.paper};`,
          { className: "paper" },
        )}
      </body>
    </html>`
}

function sheet(shop: Shop, title: string, blocks: readonly Block[]): SafeHtml {
  return layoutTable(
    markup`<tr>
        <td
          class="edge"
          bgcolor="${NIGHT}"
          style="padding:18px 32px;background:${NIGHT};border-radius:14px 14px 0 0;color:${ON_NIGHT};font:normal 20px/1.2 ${SERIF};"
        >
          ${imageTag(LOGO, { alt: shop.name, ...LOGO_SIZE })}
        </td>
      </tr>
      <tr>
        <td
          class="card edge"
          style="padding:30px 32px 18px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-top:4px solid ${LIGHT.accent};border-radius:0 0 14px 14px;font:16px/1.6 ${SANS};"
        >
          <h1
            class="brand"
            style="margin:0 0 14px;font:normal 28px/1.25 ${SERIF};color:${LIGHT.brand};"
          >
            ${title}
          </h1>
          ${blocks.map((block) => block.html)}
        </td>
      </tr>
      <tr>
        <td
          class="edge soft"
          style="padding:18px 32px 0;font:13px/1.6 ${SANS};color:${LIGHT.soft};overflow-wrap:anywhere;"
        >
          ${onLines(imprint(shop))}
        </td>
      </tr>`,
    "max-width:580px;",
  )
}
