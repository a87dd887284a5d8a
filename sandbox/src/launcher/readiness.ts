import { setTimeout as sleep } from "node:timers/promises"
import { type Child, diedEarly } from "../process/child.js"
import { Explained, messageOf } from "../process/explain.js"
import { tailOf } from "../process/log.js"

/**
 * Waits until the address answers 2xx.
 * @throws Explained with the tail of the child's log when it ends before that, or does not within two minutes
 */
export async function waitUntilReady(child: Child, url: string): Promise<void> {
  const gaveUp = Date.now() + 120_000
  let last: string
  for (;;) {
    if (child.hasExited()) throw diedEarly(child, await child.exited)
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
      const body = await response.text()
      if (response.ok) return
      last = `${response.status} ${body.slice(0, 300)}`
    } catch (error) {
      last = messageOf(error instanceof Error ? (error.cause ?? error) : error)
    }
    if (Date.now() > gaveUp) {
      throw new Explained(
        `${child.name} did not become ready at ${url} (${last}); its log is ${child.logFile}`,
        [...tailOf(child.logFile)],
      )
    }
    await sleep(300)
  }
}
