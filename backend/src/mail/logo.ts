import { readFileSync } from "node:fs"
import path from "node:path"
import { currentBrand } from "../platform/config/current-brand"
import type { InlineImage } from "./inline-image"

const png = readFileSync(path.join(currentBrand.folder, "mail-logo.png"))

/** The brand's logo, with the colour `NIGHT` behind it. */
export const LOGO: InlineImage = {
  cid: "logo@shop",
  filename: "logo.png",
  mimeType: "image/png",
  content: png.toString("base64"),
}

/** In an email, in CSS pixels: the picture has twice as many. A PNG names its size in bytes 16 to 23. */
export const LOGO_SIZE = { width: png.readUInt32BE(16) / 2, height: png.readUInt32BE(20) / 2 }
