import { FAILED_EVENT } from "./hydration"
import { whenOnline } from "./later"

/**
 * Loads code that the page needs now, when there is a network. A browser remembers a failed import until the page is reloaded,
 * so the page says that part of it is missing, with a way to reload it.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  await whenOnline()
  return load().catch((failure: unknown) => {
    document.dispatchEvent(new Event(FAILED_EVENT))
    throw failure
  })
}
