import { createContext, useContext, type AnchorHTMLAttributes } from "react"
import { useHref, useLinkClickHandler } from "react-router-dom"

/** Fetches what a page needs before it is asked for. The application supplies it; without one nothing is fetched ahead. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined)

export interface PrefetchLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string
}

/**
 * A link that gets its page ready as soon as a hand or the keyboard shows intent.
 * The router's own `<Link>` would bring its framework's prefetching along, which this shop does not use.
 */
export function PrefetchLink({ to, onClick, onPointerEnter, onFocus, ...rest }: PrefetchLinkProps) {
  const prefetch = useContext(PrefetchContext)
  const follow = useLinkClickHandler(to)
  return (
    <a
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        prefetch(to)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        prefetch(to)
      }}
      {...rest}
    />
  )
}
