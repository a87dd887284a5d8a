import type { Address } from "postal-mime"
import type { Letter } from "./store.js"

/** What the list says of a message. */
export function summaryOf({ id, receivedAt, size, recipients, email }: Letter) {
  return {
    id,
    receivedAt,
    from: nameOf(email.from),
    to: recipients,
    subject: email.subject ?? "(no subject)",
    preview: (email.text ?? textOf(email.html ?? "")).replace(/\s+/g, " ").trim().slice(0, 140),
    size,
  }
}

/** The whole message, as JSON for tests and programs. */
export function detailOf(letter: Letter) {
  const { email } = letter
  return {
    ...summaryOf(letter),
    text: email.text ?? null,
    html: email.html ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: email.attachments.map(({ filename, mimeType, contentId, content }) => ({
      filename,
      mimeType,
      contentId: contentId ?? null,
      size: typeof content === "string" ? content.length : content.byteLength,
    })),
  }
}

function nameOf(address: Address | undefined): string {
  if (address === undefined) return "(unknown)"
  return address.name && address.address
    ? `${address.name} <${address.address}>`
    : (address.address ?? address.name)
}

const textOf = (markup: string) =>
  markup.replace(/<(style|head)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]+>/g, " ")

/** A message's markup with its own pictures inside it (`cid:` → `data:`), links opening in a new tab. */
export function htmlOf({ email }: Letter): string {
  const pictures = new Map(
    email.attachments.flatMap(({ contentId, mimeType, content }) =>
      contentId ? [[contentId.replace(/^<|>$/g, ""), `data:${mimeType};base64,${base64(content)}`]] : [],
    ),
  )
  const body = (email.html ?? "").replace(
    /cid:([^"'\s)>]+)/g,
    (whole, id: string) => pictures.get(id) ?? whole,
  )
  return `<!doctype html><base target="_blank">${body}`
}

function base64(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === "string") return Buffer.from(content).toString("base64")
  return Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content)).toString("base64")
}
