import { createContext, useContext, useEffect, useRef, type AnchorHTMLAttributes } from "react"
import { useHref, useLinkClickHandler } from "react-router-dom"

/** How likely the link is to be followed. */
export type Intent = "hover" | "press"

/** Loads a page before it is requested. The application provides it; without one nothing is prefetched. */
export const PrefetchContext = createContext<(path: string, intent: Intent) => void>(() => undefined)

export interface PrefetchLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string
  /** Its page appears faster than a view transition could start, so there is none. */
  instant?: boolean
}

/** A pointer or focus that only passes over a link is gone before this time, in ms. */
const HOVER_DELAY_MS = 60

const wantsMotion = () =>
  typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches

/**
 * A link that prefetches its page: at once when pressed, and after a moment when hovered or focused. The router's own
 * `<Link>` would add its framework's prefetching to the bundle.
 */
export function PrefetchLink({
  to,
  instant = false,
  onClick,
  onPointerEnter,
  onPointerLeave,
  onPointerDown,
  onFocus,
  onBlur,
  ...rest
}: PrefetchLinkProps) {
  const prefetch = useContext(PrefetchContext)
  const follow = useLinkClickHandler(to, { viewTransition: !instant && wantsMotion() })
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const startHover = () => {
    clearTimeout(hoverTimer.current)
    hoverTimer.current = setTimeout(prefetch, HOVER_DELAY_MS, to, "hover")
  }
  const cancelHover = () => clearTimeout(hoverTimer.current)
  useEffect(() => () => clearTimeout(hoverTimer.current), [])
  return (
    <a
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        startHover()
      }}
      onPointerLeave={(event) => {
        onPointerLeave?.(event)
        cancelHover()
      }}
      onPointerDown={(event) => {
        onPointerDown?.(event)
        prefetch(to, "press")
      }}
      onFocus={(event) => {
        onFocus?.(event)
        startHover()
      }}
      onBlur={(event) => {
        onBlur?.(event)
        cancelHover()
      }}
      {...rest}
    />
  )
}
