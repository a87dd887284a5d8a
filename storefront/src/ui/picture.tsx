import { classNames } from "./class-names"

/** A plain jar, for what staff have not drawn yet. */
const STAND_IN = "/art/no-image.svg"

interface PictureProps {
  /** Null where staff gave none. */
  src: string | null
  alt: string
  size: number
  /** The picture the eye goes to first: fetched before anything else. */
  first?: boolean
  className?: string
}

/** A square picture that keeps its place before it arrives. */
export function Picture({ src, alt, size, first = false, className }: PictureProps) {
  return (
    <img
      className={classNames("picture", className)}
      src={src ?? STAND_IN}
      alt={alt}
      width={size}
      height={size}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      decoding="async"
    />
  )
}
