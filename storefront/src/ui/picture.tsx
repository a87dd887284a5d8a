import { pictureSources, type PictureUse } from "../lib/picture-address"
import { classNames } from "./class-names"

/** A plain jar, for what staff have not photographed yet. */
const PLACEHOLDER = "/art/no-image.svg"

interface PictureProps {
  /** Null where staff gave none. */
  src: string | null
  alt: string
  /** Where it stands: decides which sizes are offered. */
  use: PictureUse
  /**
   * How soon it is wanted. `first`: what the eye goes to, fetched before anything else, one a page. `soon`: on the
   * first screen. `later`: when the reader comes near it.
   */
  when?: "first" | "soon" | "later"
  className?: string
}

/** A square picture that keeps its place before it arrives, at the size and in the format that the screen needs. */
export function Picture({ src, alt, use, when = "later", className }: PictureProps) {
  const { size, sizes, srcSet, src: fallback } = pictureSources(src ?? PLACEHOLDER, use)
  return (
    // In the browser attributes are set in this order, and a fetch may begin with the first address.
    <img
      loading={when === "later" ? "lazy" : "eager"}
      fetchPriority={when === "first" ? "high" : "auto"}
      decoding="async"
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
