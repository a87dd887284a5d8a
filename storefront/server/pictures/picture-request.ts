import { PICTURES, PICTURE_WIDTHS, SHARE, UPLOADS, type PictureWidth } from "../../src/lib/picture-address"

export type Format = "avif" | "webp" | "jpeg"

/** One picture to make. The same request always gives the same bytes. */
export interface PictureRequest {
  form: PictureWidth | typeof SHARE
  format: Format
  path: string
}

const ADDRESS = new RegExp(`^${PICTURES}([a-z0-9]+)/([^?#]+)$`)
const PHOTO = /\.(?:jpe?g|png|webp|avif)$/i
const PHOTO_OR_DRAWING = /\.(?:jpe?g|png|webp|avif|svg)$/i
/** Medusa's file module starts the names of private uploads with this. */
const PRIVATE = /^private-/

/** Null for another width, a file that is not a picture, or a path outside the uploads. @param accept the request's header */
export function parsePictureRequest(url: string, accept: string | undefined): PictureRequest | null {
  const [, wanted = "", file = ""] = ADDRESS.exec(url.split("?")[0] ?? "") ?? []
  const form = wanted === SHARE ? SHARE : PICTURE_WIDTHS.find((width) => String(width) === wanted)
  if (form === undefined || !isPlainPath(file)) return null
  if (!(form === SHARE ? PHOTO_OR_DRAWING : PHOTO).test(file)) return null
  return { form, format: form === SHARE ? "jpeg" : formatFor(accept), path: `${UPLOADS}${file}` }
}

/** The smallest format that the browser accepts. Share cards are always JPEG. */
function formatFor(accept = ""): Format {
  if (accept.includes("image/avif")) return "avif"
  if (accept.includes("image/webp")) return "webp"
  return "jpeg"
}

function isPlainPath(file: string): boolean {
  try {
    return file
      .split("/")
      .map(decodeURIComponent)
      .every((part) => part !== "" && !part.startsWith(".") && !/[/\\\0]/.test(part) && !PRIVATE.test(part))
  } catch {
    return false
  }
}
