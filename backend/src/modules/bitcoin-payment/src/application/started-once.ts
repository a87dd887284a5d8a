/** What starts at the first call and is kept. A failed start is tried again by the next caller. */
export function startedOnce<Started>(start: () => Promise<Started>): () => Promise<Started> {
  let started: Promise<Started> | null = null
  return () => {
    started ??= start().catch((error: unknown) => {
      started = null
      throw error
    })
    return started
  }
}
