import { toBuffer } from "qrcode"
import type { InlineImage } from "./inline-image"

/** Pixels for each module, a whole number so that the modules stay sharp: about twice the size in the email. */
const SCALE = 8

/** The QR code of a Bitcoin address, as on the payment page. Null when it cannot be drawn: the address is in the text. */
export async function readPaymentCode(address: string): Promise<InlineImage | null> {
  try {
    const bytes = await toBuffer(address, { type: "png", errorCorrectionLevel: "M", margin: 4, scale: SCALE })
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
