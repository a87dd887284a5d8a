/** Over HTTP/1.1 a browser has six connections to a host for all tabs. More streams would leave tabs waiting for one. */
const MAX_STREAMS = 3

/** @returns a function that frees the slot; null while other tabs have all. The browser frees that of a closed tab. */
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
