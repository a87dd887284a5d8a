interface PictureProps {
  /** Null where staff gave none: a plain ground stands in. */
  src: string | null
  alt: string
  size: number
  /** The picture the eye goes to first: fetched before anything else. */
  first?: boolean
  className?: string
}

/** A square picture that keeps its place before it arrives. */
export function Picture({ src, alt, size, first = false, className }: PictureProps) {
  if (!src) return <div className={`picture picture--none ${className ?? ""}`} role={alt ? "img" : undefined} aria-label={alt || undefined} />
  return (
    <img
      className={`picture ${className ?? ""}`}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      decoding="async"
    />
  )
}
