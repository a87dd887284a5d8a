import { useEffect, useLayoutEffect, useRef } from "react"
import { NavigationType, useLocation, useNavigationType } from "react-router-dom"

/** Positions are in memory only, so nothing unnecessary is stored on the reader's device. */
export function useScroll(): void {
  const { key, pathname, hash } = useLocation()
  const kind = useNavigationType()
  const places = useRef(new Map<string, number>())
  const shown = useRef({ key, pathname, hash })

  useEffect(() => {
    const kept = places.current
    const keep = () => kept.set(shown.current.key, window.scrollY)
    // After a reload the browser restores the position itself.
    const giveBack = () => (history.scrollRestoration = "auto")
    history.scrollRestoration = "manual"
    keep() // The reader may have scrolled before hydration.
    window.addEventListener("scroll", keep, { passive: true })
    window.addEventListener("pagehide", giveBack)
    return () => {
      window.removeEventListener("scroll", keep)
      window.removeEventListener("pagehide", giveBack)
    }
  }, [])

  useLayoutEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { key, pathname, hash }
    const anchor = hash && elementNamed(hash.slice(1))
    if (kind === NavigationType.Pop) window.scrollTo(0, places.current.get(key) ?? 0)
    else if (anchor) {
      anchor.scrollIntoView()
      anchor.focus({ preventScroll: true }) // A field, for example. Other elements take no focus.
    } else if (before.pathname !== pathname) window.scrollTo(0, 0)
    // Only the address has changed, for example because a list has grown: the reader stays in place.
    else places.current.set(key, window.scrollY)
  }, [key, pathname, hash, kind])
}

/** The element with this id or, as browsers do, with its decoded form. */
function elementNamed(id: string): HTMLElement | null {
  const element = document.getElementById(id)
  if (element) return element
  try {
    return document.getElementById(decodeURIComponent(id))
  } catch {
    return null // Not an encoded text, such as `100%`.
  }
}
