/** Ends only what hangs. `catalogue/read-model.spec.ts` proves with an injected clock how soon a change shows. */
const TIMEOUT_MS = 90_000

/** Repeats the check until it passes. @throws the last failure after 90 s */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      await check()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
