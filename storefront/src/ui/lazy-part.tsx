import { type ComponentType, useEffect, useState } from "react"
import { loadCode } from "../lib/later"
import { LoadFailed, Spinner } from "./load-states"

const Nothing = () => null

interface Instead<Props> {
  Loading?: ComponentType<Props>
  /** Shown when the code cannot be loaded, which the page says as well [nothing]. */
  Failed?: ComponentType<Props>
}

/**
 * A part of the page whose code is loaded when it is first shown. Its failure replaces this part only.
 * @returns the part, and a function that loads its code before. That one never fails: the part does.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Loading = Nothing, Failed = Nothing }: Instead<Props> = {},
): { Part: ComponentType<Props>; loadPart: () => Promise<void> } {
  let Loaded: ComponentType<Props> | null = null
  const loadPart = async () => {
    Loaded ??= await loadCode(load).catch(() => Failed)
  }
  return {
    Part: function LazyPart(props) {
      const [Shown, setShown] = useState(() => Loaded ?? Loading)
      useEffect(() => void loadPart().then(() => setShown(() => Loaded ?? Failed)), [])
      return <Shown {...props} />
    },
    loadPart,
  }
}

/** In place of a part. */
export const failedPart = (what: string) => () => <LoadFailed what={what} />

/** A part that the page is complete without: nothing is shown until its code is there, or if that cannot be loaded. */
export const optionalPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazyPart(() => load().catch((): ComponentType<Props> => Nothing)).Part

/** A dialog whose code is loaded when it is first opened. Until then the page says so, and Escape ends the wait. */
export function lazyDialog<Props extends { open: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyDialog(props) {
    const { open, onClose } = props
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      if (!open || Loaded) return
      loadCode(load).then((dialog) => setLoaded(() => dialog), onClose)
      const cancel = ({ key }: KeyboardEvent) => key === "Escape" && onClose()
      document.addEventListener("keydown", cancel)
      return () => document.removeEventListener("keydown", cancel)
    }, [open, Loaded, onClose])
    if (Loaded) return <Loaded {...props} />
    return (
      open && (
        <div className="page-notice page-notice--late" role="status">
          <p>
            <Spinner /> Loading...
          </p>
        </div>
      )
    )
  }
}
