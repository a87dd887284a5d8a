import { createContext, useContext } from "react"
import { Link, type LinkProps } from "react-router-dom"

/** Fetches what a page needs before it is asked for. The application supplies it; without one nothing is fetched ahead. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined)

export type PrefetchLinkProps = LinkProps & { to: string }

/** A link that gets its page ready as soon as a hand or the keyboard shows intent. */
export function PrefetchLink({ to, onPointerEnter, onFocus, ...rest }: PrefetchLinkProps) {
  const prefetch = useContext(PrefetchContext)
  return (
    <Link
      to={to}
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
