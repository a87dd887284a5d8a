import { Toaster } from "./toaster"
import { Tooltip } from "./tooltip"

/** What appears above the page after the reader has done something. */
export function Overlays() {
  return (
    <>
      <Tooltip />
      <Toaster />
    </>
  )
}
