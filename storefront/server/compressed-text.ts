import type { FastifyReply, FastifyRequest } from "fastify"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

export type Encoding = "br" | "gzip"

/** An answer is compressed once and sent many times, but the first reader waits for it. */
const BROTLI_QUALITY = 6

const ENCODERS: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => promisify(gzip)(text),
}

export class CompressedText {
  readonly text: string
  readonly #made = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.text = text
  }

  in(encoding: Encoding): Promise<Buffer> {
    const made = this.#made.get(encoding) ?? ENCODERS[encoding](this.text)
    this.#made.set(encoding, made)
    return made
  }
}

/** The better encoding that the browser accepts, or null for plain text. */
export function encodingFor(accepted = ""): Encoding | null {
  const names = accepted.split(",").flatMap((part) => {
    const [name = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name]
  })
  if (names.includes("br")) return "br"
  return names.includes("gzip") ? "gzip" : null
}

/** @param onBytes called with the compressed bytes before they are sent */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: CompressedText,
  onBytes?: (bytes: Buffer) => void,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers["accept-encoding"])
  if (encoding === null) return reply.send(body.text)
  void reply.header("content-encoding", encoding)
  const bytes = await body.in(encoding)
  onBytes?.(bytes)
  return reply.send(bytes)
}

/** The ETag of a text. It is weak, because the same text is sent in several encodings. */
export const etagOf = (text: string): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`

/** A client may already have the answer, whatever its encoding (RFC 9110, section 13.1.2). */
export function isKnownVersion(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, "")
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag) === bare(etag))
}
