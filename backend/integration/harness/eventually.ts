/** How soon a change by staff is to be seen in the shop (design, section 4), in milliseconds. */
const SOON_MS = 2000

/**
 * Looks again and again until a look is as expected.
 * @param within milliseconds; then the last failure is the test's own.
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
