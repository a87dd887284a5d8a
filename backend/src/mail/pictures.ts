import { readFileSync } from "node:fs"
import path from "node:path"
import { toBuffer } from "qrcode"
import { currentBrand } from "../platform/config/current-brand"
import { markup, type SafeHtml } from "../platform/markup"

export interface InlineImage {
  /** Its name in the email's HTML, like an email address. The same picture has the same name. */
  cid: string
  filename: string
  mimeType: "image/png" | "image/jpeg"
  content: string
}

interface Appearance {
  /** Empty when the text beside the picture says the same. */
  alt: string
  /** In CSS pixels. */
  width: number
  height: number
  style?: string
}

export function imageTag({ cid }: InlineImage, { alt, width, height, style = "" }: Appearance): SafeHtml {
  return markup`<img
    src="cid:${cid}"
    alt="${alt}"
    width="${width}"
    height="${height}"
    style="display:block;width:${width}px;height:${height}px;border:0;${style}"
  />`
}

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

/** Pixels for each module, a whole number so that the modules stay sharp: about twice the size in the email. */
const SCALE = 8

/** The QR code of a payment link, as on the payment page. Null when it cannot be drawn: address and amount are in the text. */
export async function readPaymentCode(uri: string): Promise<InlineImage | null> {
  try {
    const bytes = await toBuffer(uri, { type: "png", scale: SCALE })
    return {
      cid: "payment-code@shop",
      filename: "payment-code.png",
      mimeType: "image/png",
      content: bytes.toString("base64"),
    }
  } catch {
    return null
  }
}
