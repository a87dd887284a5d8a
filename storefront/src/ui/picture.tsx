import { pictureSources, type PictureUse } from "../lib/picture-address"
import { classNames } from "./class-names"

const PLACEHOLDER = "/art/no-image.svg"

interface PictureProps {
  src: string | null
  alt: string
  /** Its place on the page, which decides the sizes on offer. */
  use: PictureUse
  /** `first`: a page's main picture, before anything else. `soon`: on the first screen. `later`: when the reader scrolls near. */
  when?: "first" | "soon" | "later"
  className?: string
}

/** A square picture that keeps its place before it loads, in the size and format that the screen needs. */
export function Picture({ src, alt, use, when = "later", className }: PictureProps) {
  const { size, sizes, srcSet, src: fallback } = pictureSources(src ?? PLACEHOLDER, use)
  return (
    // In the browser attributes are set in this order, and a fetch may begin with the first address.
    <img
      loading={when === "later" ? "lazy" : "eager"}
      // Browsers give every picture in the window the same priority as the main one, once they know that it is there.
      fetchPriority={when === "first" ? "high" : "low"}
      // The main picture is painted with the text. Others would hold the text up.
      decoding={when === "first" ? "sync" : "async"}
      sizes={sizes}
      srcSet={srcSet}
      src={fallback}
      alt={alt}
      width={size}
      height={size}
      className={classNames("picture", className)}
    />
  )
}
