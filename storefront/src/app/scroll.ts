import { useEffect, useLayoutEffect, useRef } from "react"
import { NavigationType, useLocation, useNavigationType } from "react-router-dom"

/**
 * A new page begins at its top or at the anchor its address names; Back and Forward return to where the reader was.
 * Places are kept in memory alone: nothing is stored on the reader's device that the shop can do without.
 */
export function useScroll(): void {
  const { key, pathname, hash } = useLocation()
  const kind = useNavigationType()
  const places = useRef(new Map<string, number>())
  const shown = useRef({ key, pathname, hash })

  useEffect(() => {
    const kept = places.current
    const keep = () => kept.set(shown.current.key, window.scrollY)
    // After a reload the browser knows the place better than we do.
    const giveBack = () => (history.scrollRestoration = "auto")
    history.scrollRestoration = "manual"
    keep() // The page may have been read before it came alive.
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
    const anchor = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (kind === NavigationType.Pop) window.scrollTo(0, places.current.get(key) ?? 0)
    else if (anchor) anchor.scrollIntoView()
    else if (before.pathname !== pathname) window.scrollTo(0, 0)
    // The same page under a new address (a list that has grown): its reader has not moved.
    else places.current.set(key, window.scrollY)
  }, [key, pathname, hash, kind])
}
