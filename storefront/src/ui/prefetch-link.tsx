import {
  createContext,
  memo,
  useContext,
  useEffect,
  useRef,
  type AnchorHTMLAttributes,
  type MouseEvent,
} from "react"
import { useNavigator } from "../lib/navigator"

/** How likely the link is to be followed. */
export type Intent = "hover" | "press"

/** Loads a page before it is requested. The application provides it; without one nothing is prefetched. */
export const PrefetchContext = createContext<(path: string, intent: Intent) => void>(() => undefined)

export interface PrefetchLinkProps extends Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  "href" | "onPointerEnter" | "onPointerLeave" | "onPointerDown" | "onFocus" | "onBlur"
> {
  /** A path of the shop with its query and anchor. */
  to: string
  /** Its page appears faster than a view transition could start, so there is none. */
  instant?: boolean
}

/** A pointer or focus that only passes over a link is gone before this time, in ms. */
const HOVER_DELAY_MS = 60

const wantsMotion = () =>
  typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches

export const isPlainClick = (event: MouseEvent, { target }: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  ["", "_self"].includes(target)

/** @returns a function that opens a page of the shop, as a link does */
export function useFollowLink() {
  const navigator = useNavigator()
  return (to: string, instant = false) => {
    const isHere = to === location.pathname + location.search + location.hash
    const options = { viewTransition: !instant && wantsMotion() }
    if (isHere) navigator.replace(to, null, options)
    else navigator.push(to, null, options)
  }
}

/**
 * Prefetches at once when pressed, and after a moment when hovered or focused. The router's own `<Link>` resolves relative paths,
 * and renders every link again after each navigation.
 */
export const PrefetchLink = memo(function PrefetchLink({
  to,
  instant = false,
  onClick,
  ...rest
}: PrefetchLinkProps) {
  const prefetch = useContext(PrefetchContext)
  const follow = useFollowLink()
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const startHover = () => {
    clearTimeout(hoverTimer.current)
    hoverTimer.current = setTimeout(prefetch, HOVER_DELAY_MS, to, "hover")
  }
  const cancelHover = () => clearTimeout(hoverTimer.current)
  useEffect(() => cancelHover, [])
  return (
    <a
      href={to}
      onClick={(event) => {
        // In another tab the link opens alone: what it does here beside that stays undone.
        if (!isPlainClick(event, event.currentTarget)) return
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        follow(to, instant)
      }}
      onPointerEnter={startHover}
      onPointerLeave={cancelHover}
      onPointerDown={() => prefetch(to, "press")}
      onFocus={startHover}
      onBlur={cancelHover}
      {...rest}
    />
  )
})
