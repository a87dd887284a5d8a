import { randomBytes } from "node:crypto"
import { PNG } from "pngjs"

const SIX_MEGABYTES = 6 * 1024 * 1024

/** A picture that is hard to make smaller, as a camera's are: six megabytes and a little more. */
export function sixMegabytePhoto(): Buffer {
  const png = new PNG({ width: 1700, height: 1300, colorType: 2 })
  randomBytes(png.width * png.height * 4).copy(png.data)
  const photo = PNG.sync.write(png, { colorType: 2, inputHasAlpha: true })
  if (photo.byteLength < SIX_MEGABYTES) throw new Error(`The photo has only ${photo.byteLength} bytes`)
  return photo
}
