/**
 * Over HTTP/1.1 a browser opens at most six connections to a host, for all its tabs together, and a stream keeps one. With
 * more streams than this, tabs would wait for a free connection and show nothing.
 */
const MAX_STREAMS = 3

/**
 * Takes one of the browser's places for a stream. The browser frees the place of a tab that is closed.
 * @returns a function that frees it; null while other tabs have all of them
 */
export async function takeStreamSlot(): Promise<(() => void) | null> {
  for (let slot = 1; slot <= MAX_STREAMS; slot++) {
    const free = await takeLock(`order-stream-${slot}`)
    if (free) return free
  }
  return null
}

/** Web Locks need https, or a shop on this computer. Without them a tab streams as if it were the only one. */
export const hasStreamSlots = (): boolean => "locks" in navigator

const takeLock = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((free) => resolve(free))
        resolve(null)
      })
      .catch(reject)
  })
