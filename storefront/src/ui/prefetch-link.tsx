import { createContext, useContext, useEffect, useRef, type AnchorHTMLAttributes } from "react"
import { useHref, useLinkClickHandler } from "react-router-dom"

/** How sure it is that a link will be followed. */
export type Intent = "hover" | "press"

/** Fetches what a page needs before it is asked for. The application supplies it; without one nothing is fetched ahead. */
export const PrefetchContext = createContext<(path: string, intent: Intent) => void>(() => undefined)

export interface PrefetchLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string
  /** Its page appears quicker than a transition to it could begin: none is made. */
  instant?: boolean
}

/** A hand or a focus that is only passing over a link does not stay this long, in ms. */
const HOVER_DELAY_MS = 60

const wantsMotion = () =>
  typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches

/**
 * A link that gets its page ready as soon as a hand or the keyboard shows intent: at once when it is pressed, after a
 * moment when it is pointed at. The router's own `<Link>` would bring its framework's prefetching along, which this shop
 * does not use.
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
