import { createHash } from "node:crypto"
import { readFile, stat } from "node:fs/promises"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"
import sharp from "sharp"
import type { InlineImage } from "./pictures"
import { LIGHT } from "./palette"

// This process has other work: one thread per picture, no cache.
sharp.concurrency(1)
sharp.cache(false)

const MOST_PICTURES = 12
const MOST_BYTES = 6_000
/** Twice the size in the email, for sharp screens. */
const EDGE = 112
/** Tried in turn until the picture is small enough. */
const QUALITIES = [76, 55, 35]
const MOST_SOURCE_BYTES = 20_000_000
/** With 6 KB each, the cache holds at most 1.5 MB. */
const MOST_CACHED = 256

interface Options {
  /** The folder of the shop's public files, and the address that it is served at, with a slash at its end. */
  folder: string
  address: string
  /** An email waits this long for all its pictures [2 seconds]. */
  deadlineMs?: number
}

interface Line {
  thumbnail: string | null
}

export class LinePictures {
  private readonly cache = new Map<string, InlineImage>()
  private readonly logged = new Set<string>()

  constructor(private readonly options: Options) {}

  /** Null: no picture, or not readable in time; the email is sent without it. `warn` is called once for each such file. */
  async read(lines: readonly Line[], warn: (message: string) => void): Promise<(InlineImage | null)[]> {
    const pictures = lines.map((): InlineImage | null => null)
    const { deadlineMs = 2_000 } = this.options
    const end = performance.now() + deadlineMs
    const work = async () => {
      // One after the other: the same product twice is read once.
      for (const [index, { thumbnail }] of lines.slice(0, MOST_PICTURES).entries()) {
        const picture = await this.readOne(thumbnail, warn)
        if (performance.now() >= end) return
        pictures[index] = picture
      }
    }
    await Promise.race([work(), setTimeout(deadlineMs, undefined, { ref: false })])
    return [...pictures]
  }

  private async readOne(thumbnail: string | null, warn: (message: string) => void) {
    const file = this.fileOf(thumbnail)
    if (file === null) return null
    try {
      return await this.load(file)
    } catch (error) {
      if (this.logged.has(file) || this.logged.size === MOST_CACHED) return null
      this.logged.add(file)
      warn(`Emails are sent without the picture ${path.basename(file)}: ${String(error)}`)
      return null
    }
  }

  /** Null for another host's picture, which would have to be fetched. */
  private fileOf(url: string | null): string | null {
    const { folder, address } = this.options
    if (!url?.startsWith(address)) return null
    const name = url.slice(address.length)
    // As the file module names uploads: the time, then what staff called the file.
    return /^[\w-][\w.-]*$/.test(name) ? path.join(folder, name) : null
  }

  private async load(file: string): Promise<InlineImage> {
    const { mtimeMs, size } = await stat(file)
    const version = `${file} ${mtimeMs} ${size}`
    const picture = this.cache.get(version) ?? (await draw(file, version, size))
    // The last in the map is the one used last.
    this.cache.delete(version)
    this.cache.set(version, picture)
    const [oldest] = this.cache.keys()
    if (this.cache.size > MOST_CACHED && oldest !== undefined) this.cache.delete(oldest)
    return picture
  }
}

async function draw(file: string, version: string, size: number): Promise<InlineImage> {
  if (size > MOST_SOURCE_BYTES)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, "The file is too large.")
  const bytes = await shrink(await readFile(file))
  const name = createHash("sha256").update(version).digest("hex").slice(0, 16)
  return {
    cid: `${name}@shop`,
    filename: `${name}.jpg`,
    mimeType: "image/jpeg",
    content: bytes.toString("base64"),
  }
}

async function shrink(source: Buffer): Promise<Buffer> {
  const small = sharp(source, { autoOrient: true, failOn: "error" })
    .timeout({ seconds: 2 })
    .resize({ width: EDGE, height: EDGE, fit: "cover" })
    .flatten({ background: LIGHT.card })
  for (const quality of QUALITIES) {
    const bytes = await small.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.byteLength <= MOST_BYTES) return bytes
  }
  throw new MedusaError(MedusaError.Types.INVALID_DATA, "It does not become small enough.")
}
