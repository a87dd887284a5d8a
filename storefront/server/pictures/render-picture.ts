import sharp, { type Sharp } from "sharp"
import { type PictureWidth, SHARE, SHARE_HEIGHT, SHARE_WIDTH } from "../../src/lib/picture-address"
import type { Format, PictureRequest } from "./picture-request"

// One thread per picture, and no cache in the library: the cache is ours.
sharp.concurrency(1)
sharp.cache(false)

/** The backend accepts at most 50 million pixels. A file that unpacks to more than this is an attack. */
const MAX_PIXELS = 64_000_000
const TIMEOUT_SECONDS = 15
/** A picture up to this ratio is cropped to a square, which loses a fifth at most. A longer one is shown whole. */
const MAX_CROP_RATIO = 1.25
/** `--paper` of the shop's style, for formats without transparency. */
const PAPER = "#faf3e6"
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** Chosen by eye and by measurement: AVIF at a higher effort takes five times as long for a tenth of the bytes. */
const ENCODERS = {
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
  webp: (image) => image.webp({ quality: 74, effort: 4 }),
  jpeg: (image) => image.flatten({ background: PAPER }).jpeg({ quality: 76, mozjpeg: true }),
} as const satisfies Record<Format, (image: Sharp) => Sharp>

/** @throws {Error} for a file that is not a picture, is broken, or unpacks to too many pixels */
export async function renderPicture(
  original: Buffer,
  { form, format }: Pick<PictureRequest, "form" | "format">,
): Promise<Buffer> {
  const image = sharp(original, { limitInputPixels: MAX_PIXELS, autoOrient: true }).timeout({
    seconds: TIMEOUT_SECONDS,
  })
  const { autoOrient } = await image.metadata()
  return ENCODERS[format](form === SHARE ? onCard(image) : inSquare(image, autoOrient, form)).toBuffer()
}

function onCard(image: Sharp): Sharp {
  return image.resize({ width: SHARE_WIDTH, height: SHARE_HEIGHT, fit: "contain", background: PAPER })
}

/** Never larger than the original, because the browser can enlarge it just as well. */
function inSquare(image: Sharp, original: { width: number; height: number }, width: PictureWidth): Sharp {
  const short = Math.min(original.width, original.height)
  const long = Math.max(original.width, original.height)
  return long / short <= MAX_CROP_RATIO
    ? image.resize({ width: Math.min(width, short), height: Math.min(width, short), fit: "cover" })
    : image.resize({
        width: Math.min(width, long),
        height: Math.min(width, long),
        fit: "contain",
        background: CLEAR,
      })
}
