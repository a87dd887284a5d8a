import { randomBytes } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import PostalMime, { type Email } from "postal-mime"
import { writeAtomically } from "../process/write-atomically.js"

export interface Message {
  id: string
  receivedAt: string
  /** Bytes, as received */
  size: number
  /** The envelope's recipients, who may differ from the To header */
  recipients: string[]
  email: Email
}

const ENVELOPE_HEADER = "x-envelope-to"

/** Messages on disk: one `.eml` file each, named by its time of arrival. */
export class MessageStore {
  private readonly parsed = new Map<string, Message>()

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true })
  }

  /** The message is on disk before the sender gets its answer. @returns its id */
  add(message: Buffer, recipients: readonly string[]): string {
    const id = `${new Date().toISOString().replace(/[-:.]/g, "")}-${randomBytes(3).toString("hex")}`
    const envelope = Buffer.from(`X-Envelope-To: ${recipients.join(", ")}\r\n`)
    writeAtomically(this.fileOf(id), Buffer.concat([envelope, message]))
    return id
  }

  /** Newest first. */
  async list(): Promise<Message[]> {
    const ids = readdirSync(this.folder)
      .filter((name) => name.endsWith(".eml"))
      .map((name) => name.slice(0, -".eml".length))
      .sort()
      .reverse()
    const messages = await Promise.all(ids.map((id) => this.find(id)))
    return messages.filter((message) => message !== undefined)
  }

  async find(id: string): Promise<Message | undefined> {
    if (!/^\d{8}T\d{9}Z-[0-9a-f]{6}$/.test(id)) return undefined
    const cached = this.parsed.get(id)
    if (cached !== undefined) return cached
    const file = this.fileOf(id)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    const email = await PostalMime.parse(readFileSync(file))
    const recipients = email.headers.find(({ key }) => key === ENVELOPE_HEADER)?.value ?? ""
    const message: Message = {
      id,
      receivedAt: stat.mtime.toISOString(),
      size: stat.size,
      recipients: recipients.split(", ").filter(Boolean),
      email,
    }
    this.parsed.set(id, message)
    return message
  }

  /** The message as received. */
  source(id: string): Buffer {
    return readFileSync(this.fileOf(id))
  }

  remove(id: string): void {
    this.parsed.delete(id)
    rmSync(this.fileOf(id), { force: true })
  }

  clear(): void {
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { force: true })
    this.parsed.clear()
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}.eml`)
  }
}

/** One line of the message list. */
export function summaryOf({ id, receivedAt, size, recipients, email }: Message) {
  const { from } = email
  return {
    id,
    receivedAt,
    from: from?.name && from.address ? `${from.name} <${from.address}>` : (from?.address ?? "(unknown)"),
    to: recipients,
    subject: email.subject ?? "(no subject)",
    preview: (email.text ?? textOf(email.html ?? "")).replace(/\s+/g, " ").trim().slice(0, 140),
    size,
  }
}

/** The whole message as JSON. */
export function detailOf(message: Message) {
  const { email } = message
  return {
    ...summaryOf(message),
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

const textOf = (markup: string) =>
  markup.replace(/<(style|head)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]+>/g, " ")

/** The message's HTML with its images inlined. Links open in a new tab. */
export function htmlOf({ email }: Message): string {
  const images = email.attachments.flatMap(({ contentId, mimeType, content }) =>
    contentId ? [{ cid: contentId.replace(/^<|>$/g, ""), mimeType, content: base64(content) }] : [],
  )
  return `<!doctype html><base target="_blank">${withImages(email.html ?? "", images)}`
}

export interface InlineImage {
  cid: string
  mimeType: string
  /** Base64 */
  content: string
}

/** HTML with its images inlined: `cid:` → `data:`. */
export function withImages(html: string, images: readonly InlineImage[]): string {
  const urls = new Map(
    images.map(({ cid, mimeType, content }) => [cid, `data:${mimeType};base64,${content}`]),
  )
  return html.replace(/cid:([^"'\s)>]+)/g, (whole, id: string) => urls.get(id) ?? whole)
}

function base64(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === "string") return Buffer.from(content).toString("base64")
  return Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content)).toString("base64")
}
