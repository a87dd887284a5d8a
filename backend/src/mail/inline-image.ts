import { markup, type SafeHtml } from "../platform/markup"

/** A small picture inside an email. Nothing is loaded from the network when the email is read. */
export interface InlineImage {
  /** Its name in the email's HTML, like an email address. The same picture has the same name. */
  cid: string
  filename: string
  mimeType: "image/png" | "image/jpeg"
  /** Base64 */
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
