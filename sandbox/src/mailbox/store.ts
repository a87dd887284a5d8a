import { randomBytes } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import PostalMime, { type Email } from "postal-mime"

export interface Letter {
  id: string
  receivedAt: string
  /** Bytes, as received */
  size: number
  /** Who it was handed over for, which need not be who it is addressed to */
  recipients: string[]
  email: Email
}

const ENVELOPE = "x-envelope-to"

/** Messages on disk, one `.eml` each, named by when they came. */
export class LetterStore {
  private readonly parsed = new Map<string, Letter>()

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true })
  }

  /** On disk, whole, before the sender hears that it was taken. */
  add(message: Buffer, recipients: readonly string[]): string {
    const id = `${new Date().toISOString().replace(/[-:.]/g, "")}-${randomBytes(3).toString("hex")}`
    const envelope = Buffer.from(`X-Envelope-To: ${recipients.join(", ")}\r\n`)
    const beside = join(this.folder, `${id}.part`)
    writeFileSync(beside, Buffer.concat([envelope, message]))
    renameSync(beside, this.fileOf(id))
    return id
  }

  /** Newest first. */
  async list(): Promise<Letter[]> {
    const ids = readdirSync(this.folder)
      .filter((name) => name.endsWith(".eml"))
      .map((name) => name.slice(0, -".eml".length))
      .sort()
      .reverse()
    const letters = await Promise.all(ids.map((id) => this.find(id)))
    return letters.filter((letter) => letter !== undefined)
  }

  async find(id: string): Promise<Letter | undefined> {
    if (!/^\d{8}T\d{9}Z-[0-9a-f]{6}$/.test(id)) return undefined
    const known = this.parsed.get(id)
    if (known !== undefined) return known
    const file = this.fileOf(id)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    const email = await PostalMime.parse(readFileSync(file))
    const recipients = email.headers.find(({ key }) => key === ENVELOPE)?.value ?? ""
    const letter: Letter = {
      id,
      receivedAt: stat.mtime.toISOString(),
      size: stat.size,
      recipients: recipients.split(", ").filter(Boolean),
      email,
    }
    this.parsed.set(id, letter)
    return letter
  }

  /** The message as it came. */
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
