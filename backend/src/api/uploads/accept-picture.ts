import { createHash } from "node:crypto"
import sharp, { type Metadata } from "sharp"
import { drawApart } from "./draw-apart"
import { LONGEST_EDGE, MOST_BYTES, MOST_DRAWING_BYTES, MOST_MEGABYTES, MOST_MEGAPIXELS } from "./limits"

// This process also serves the checkout: one thread per picture, no cache.
sharp.concurrency(1)
sharp.cache(false)

const TIMEOUT_SECONDS = 20
const QUALITY = 90
/** The start of HEIC files from iPhones, which only Safari can show. */
const HEIC = /^ftyp(?:heic|heix|heim|heis|hevc|hevm|hevs|mif1|msf1)/
const AVIF = "avif"

export interface NormalisedPicture {
  name: string
  mimeType: string
  bytes: Buffer
}

export interface RejectedPicture {
  reason: string
}

/**
 * Checks the content, not the declared type. Photos become JPEG or (transparent) PNG, for all mail clients: upright,
 * sRGB, 2,560 pixels at most, without metadata such as the location. An SVG becomes a PNG, because browsers run it as
 * a program.
 */
export async function acceptPicture(
  name: string,
  bytes: Buffer,
): Promise<NormalisedPicture | RejectedPicture> {
  const reject = rejecting(name)
  if (bytes.byteLength > MOST_BYTES)
    return reject(`is larger than ${MOST_MEGABYTES} MB. Save it smaller and upload that.`)
  if (isHeic(bytes))
    return reject("is a HEIC photo, which most browsers cannot show. Save it as JPEG and upload that.")
  if (isMarkup(bytes)) return acceptDrawing(name, bytes)
  const about = await metadataOf(bytes)
  if (about === null) return reject(NO_PICTURE)
  if (!["jpeg", "png", "webp", "heif"].includes(about.format))
    return reject(`is a ${about.format.toUpperCase()} file. Use JPEG, PNG, WebP, AVIF or SVG.`)
  if (about.width * about.height > MOST_MEGAPIXELS * 1_000_000)
    return reject(
      `is ${about.width} × ${about.height} pixels: more than ${MOST_MEGAPIXELS} million. Save it smaller and upload that.`,
    )
  try {
    return await normalise(name, bytes, about)
  } catch {
    return reject("is damaged and cannot be opened. Save it again and upload that.")
  }
}

async function normalise(name: string, bytes: Buffer, about: Metadata): Promise<NormalisedPicture> {
  const upright = sharp(bytes, { autoOrient: true, failOn: "error" })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: "inside", withoutEnlargement: true })
  const isClear = about.hasAlpha && !(await sharp(bytes).stats()).isOpaque
  const kept = isClear
    ? await upright.png().toBuffer()
    : await upright.jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" }).toBuffer()
  const [ending, mimeType] = isClear ? ["png", "image/png"] : ["jpg", "image/jpeg"]
  return { name: keptName(name, kept, ending), mimeType, bytes: kept }
}

const NO_PICTURE = "is no picture, or a damaged one. Use JPEG, PNG, WebP, AVIF or SVG."

const rejecting =
  (name: string) =>
  (reason: string): RejectedPicture => ({ reason: `“${name}” ${reason}` })

async function acceptDrawing(name: string, bytes: Buffer): Promise<NormalisedPicture | RejectedPicture> {
  const reject = rejecting(name)
  if (bytes.byteLength > MOST_DRAWING_BYTES)
    return reject("is a drawing of more than 500 KB. Save it simpler, or as PNG, and upload that.")
  // A few of them take minutes.
  if (FILTER.test(bytes.toString("latin1")))
    return reject(
      "is a drawing with filter effects, such as a shadow or a blur. Save it as PNG and upload that.",
    )
  const drawn = await drawApart(bytes)
  if (drawn === null) return reject(NO_PICTURE)
  if (drawn === "too-complex")
    return reject("is a drawing that takes too long to draw. Save it simpler, or as PNG, and upload that.")
  return { name: keptName(name, drawn, "png"), mimeType: "image/png", bytes: drawn }
}

const FILTER = /<(?:[\w.-]+:)?filter[\s/>]/i
/** Text that begins with a tag, or compressed data, may be a drawing. No photo begins so. */
function isMarkup(bytes: Buffer): boolean {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  return isCompressed || /^(?:\u00ef\u00bb\u00bf)?\s*</.test(bytes.subarray(0, 1024).toString("latin1"))
}

function isHeic(bytes: Buffer): boolean {
  const head = bytes.subarray(4, 64).toString("latin1")
  return HEIC.test(head) && !head.includes(AVIF)
}

async function metadataOf(bytes: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(bytes).metadata()
  } catch {
    return null
  }
}

/** Plain letters for the URL, and a digest, so that two files of one name stay separate. */
function keptName(name: string, bytes: Buffer, ending: string): string {
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 8)
  const words = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
  return `${words || "picture"}-${digest}.${ending}`
}
