import { noop } from "@tanstack/react-query"
import { type ComponentType, lazy, memo, Suspense, useEffect } from "react"
import { HYDRATED_EVENT } from "../lib/hydration"
import { loadLater, loadCode } from "../lib/later"

/**
 * A part that can be read without scripts. Where the server rendered it, its code comes later; if that fails, it stays as it is.
 * @param isUrgent what the server rendered must be replaced at once
 * @returns the part, and a function that loads its code at once: for the server, and for a page that the browser renders
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isUrgent?: () => boolean,
): { Part: ComponentType<Props>; loadPart: () => Promise<void> } {
  let Loaded: ComponentType<Props> | null = null
  const Late = lazy(async () => {
    if (!isUrgent?.()) await new Promise<void>((resolve) => loadLater(resolve))
    const Hydrated = await loadCode(load).catch(() => new Promise<ComponentType<Props>>(noop))
    return {
      default: function HydratedPart(props: Props) {
        useEffect(() => void document.dispatchEvent(new Event(HYDRATED_EVENT)), [])
        return <Hydrated {...props} />
      },
    }
  })
  return {
    // Rendering it again before its code has come would remove what the server rendered.
    Part: memo((props: Props) => <Suspense>{Loaded ? <Loaded {...props} /> : <Late {...props} />}</Suspense>),
    loadPart: async () => {
      Loaded = await load()
    },
  }
}
