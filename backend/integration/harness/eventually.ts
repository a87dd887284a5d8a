/** How soon the shop must show a change by staff, in milliseconds. */
const SOON_MS = 2000

/**
 * Repeats the check until it passes.
 * @param within milliseconds, after which the last failure is thrown
 */
export async function eventually(look: () => Promise<void>, within = SOON_MS): Promise<void> {
  const deadline = performance.now() + within
  for (;;) {
    try {
      await look()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
