/** Part of every address. Change it when the same address must return other bytes (another quality or crop). */
const RECIPE = "v1"

/** In pixels; every picture is square. No other width is made, because each costs time and space. */
export const PICTURE_WIDTHS = [96, 192, 320, 480, 640, 960, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The picture that other sites show beside a link: 1200 × 630. */
export const SHARE = "share"
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630

export const PICTURES = `/pictures/${RECIPE}/`
export const UPLOADS = "/static/"

const PHOTO = /\.(?:jpe?g|png|webp|avif)$/i
const DRAWING = /\.svg$/i

interface Use {
  widths: readonly PictureWidth[]
  /** The rendered width, as the `sizes` attribute states it. */
  sizes: string
  /** The largest rendered width in CSS pixels. */
  size: number
}

/** Where the shop shows pictures. `sizes` follow the grids in the features' style sheets. */
const USES = {
  card: {
    widths: [320, 480, 640, 960],
    sizes: "(min-width: 82rem) 18rem, (min-width: 62rem) 22vw, (min-width: 40rem) 46vw, 7.5rem",
    size: 480,
  },
  // Cropped to 4:5, so the height counts.
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
  // Wider than a phone: what is printed on a label is read by moving it.
  zoom: { widths: [960, 1280], sizes: "60rem", size: 960 },
  "cart-line": { widths: [96, 192, 320], sizes: "5.5rem", size: 96 },
  "order-line": { widths: [96, 192], sizes: "3.5rem", size: 64 },
} as const satisfies Record<string, Use>

export type PictureUse = keyof typeof USES

export interface PictureSources {
  src: string
  /** Absent for drawings and external pictures, which are served as they are. */
  srcSet?: string
  sizes?: string
  size: number
}

/**
 * The format depends on the request's `Accept`. Pure, so that a prefetch uses the same addresses.
 * @param src a path on the shop's own origin, or an external address
 */
export function pictureSources(src: string, use: PictureUse): PictureSources {
  const { widths, sizes, size } = USES[use]
  if (!isUpload(src) || !PHOTO.test(src)) return { src, size }
  const addresses = widths.map((width) => `${pictureAddress(src, width)} ${width}w`)
  return { src: pictureAddress(src, middleOf(widths)), srcSet: addresses.join(", "), sizes, size }
}

/** The share picture of an upload (1200 × 630, JPEG); null for an external picture. */
export function shareAddress(src: string): string | null {
  return isUpload(src) && (PHOTO.test(src) || DRAWING.test(src)) ? pictureAddress(src, SHARE) : null
}

const isUpload = (src: string) => src.startsWith(UPLOADS)

const pictureAddress = (src: string, form: PictureWidth | typeof SHARE) =>
  `${PICTURES}${form}/${src.slice(UPLOADS.length)}`

const middleOf = (widths: readonly PictureWidth[]): PictureWidth =>
  widths[Math.floor(widths.length / 2)] ?? PICTURE_WIDTHS[0]
