import { setTimeout as sleep } from "node:timers/promises"

/**
 * Asks again and again until the answer is not undefined.
 * @returns undefined when `withinMs` milliseconds pass without one.
 */
export async function waitFor<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  { withinMs, everyMs = 100 }: { withinMs: number; everyMs?: number },
): Promise<T | undefined> {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || Date.now() >= end) return answer
    await sleep(everyMs)
  }
}
