/** Part of every address: other bytes for the same picture (another quality, another cut) need another number here. */
const RECIPE = "v1"

/** The widths that are made, in pixels; every picture is a square. No other is: each costs work and room. */
export const PICTURE_WIDTHS = [96, 192, 320, 480, 640, 960, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The picture other sites show beside a link: 1200 × 630, the form they all take. */
export const SHARE = "share"
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630

/** What the storefront's server makes smaller pictures under, and out of which of its own addresses. */
export const PICTURES = `/pictures/${RECIPE}/`
export const UPLOADS = "/static/"

const PHOTO = /\.(?:jpe?g|png|webp|avif)$/i
const DRAWING = /\.svg$/i

interface Use {
  /** Which of the widths are worth offering. */
  widths: readonly PictureWidth[]
  /** How wide the picture is drawn, as `sizes` says it. */
  sizes: string
  /** Its width in CSS pixels where it is drawn largest. */
  size: number
}

/** Where pictures of products and categories stand. `sizes` follow the grids in the features' style sheets. */
const USES = {
  card: {
    widths: [320, 480, 640, 960],
    sizes: "(min-width: 82rem) 18rem, (min-width: 62rem) 22vw, (min-width: 34rem) 46vw, 92vw",
    size: 480,
  },
  // Drawn 4:5 out of a square, so the height is what counts.
  category: {
    widths: [320, 480, 640],
    sizes: "(min-width: 82rem) 23rem, (min-width: 62rem) 28vw, 57vw",
    size: 480,
  },
  product: {
    widths: [480, 640, 960, 1280],
    sizes: "(min-width: 82rem) 37rem, (min-width: 52rem) 46vw, 92vw",
    size: 640,
  },
  "cart-line": { widths: [96, 192, 320], sizes: "5.5rem", size: 96 },
  "order-line": { widths: [96, 192], sizes: "3.5rem", size: 64 },
} as const satisfies Record<string, Use>

export type PictureUse = keyof typeof USES

export interface PictureSources {
  src: string
  /** Absent for drawings and for pictures that are not ours: they are sent as they are. */
  srcSet?: string
  sizes?: string
  /** Width and height in CSS pixels. */
  size: number
}

/**
 * What an `<img>` needs to get a picture at the size its place on the page asks for; the format is agreed on by the
 * request's `Accept`. Pure, so that a page can also be prepared ahead of a click with the very same addresses.
 * @param src the contract's `image`: a path on the shop's own origin, or an address elsewhere
 */
export function pictureSources(src: string, use: PictureUse): PictureSources {
  const { widths, sizes, size } = USES[use]
  if (!isUpload(src) || !PHOTO.test(src)) return { src, size }
  const addresses = widths.map((width) => `${pictureAddress(src, width)} ${width}w`)
  return { src: pictureAddress(src, middleOf(widths)), srcSet: addresses.join(", "), sizes, size }
}

/** The picture for other sites' cards (1200 × 630, JPEG) and whether we make it; null for a picture that is not ours. */
export function shareAddress(src: string): string | null {
  return isUpload(src) && (PHOTO.test(src) || DRAWING.test(src)) ? pictureAddress(src, SHARE) : null
}

const isUpload = (src: string) => src.startsWith(UPLOADS)

const pictureAddress = (src: string, form: PictureWidth | typeof SHARE) =>
  `${PICTURES}${form}/${src.slice(UPLOADS.length)}`

/** For browsers that know no `srcset`. */
const middleOf = (widths: readonly PictureWidth[]): PictureWidth =>
  widths[Math.floor(widths.length / 2)] ?? PICTURE_WIDTHS[0]
