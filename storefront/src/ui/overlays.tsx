import { useEffect } from "react"
import { whenOnline } from "../lib/later"
import { Toaster } from "./toaster"
import { Tooltip } from "./tooltip"

/** What appears above the page after the reader has done something. */
export function Overlays({ onViewCart }: { onViewCart: () => void }) {
  // The picture of the page that says that there is no connection. Then it could not be loaded.
  useEffect(() => {
    void whenOnline().then(() => (new Image().src = "/art/not-found.svg"))
  }, [])
  return (
    <>
      <Tooltip />
      <Toaster onViewCart={onViewCart} />
    </>
  )
}
