import { setTimeout as sleep } from "node:timers/promises"
import type { Child } from "./child.js"
import { tailOf } from "./log.js"
import { messageOf, UserError } from "./user-error.js"

/**
 * Polls until the result is not undefined.
 * @returns undefined after `timeoutMs` milliseconds
 */
export async function waitFor<T>(
  poll: () => T | undefined | Promise<T | undefined>,
  { timeoutMs, intervalMs = 100 }: { timeoutMs: number; intervalMs?: number },
): Promise<T | undefined> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const result = await poll()
    if (result !== undefined || Date.now() >= deadline) return result
    await sleep(intervalMs)
  }
}

/**
 * Waits until the URL answers 2xx.
 * @throws UserError with the end of the child's log when the child ends first, or after two minutes
 */
export async function waitUntilReady(child: Child, url: string): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    if (child.hasExited()) throw (await child.exited).error
    const answer = await probe(url)
    if (answer === undefined) return
    if (Date.now() > deadline) {
      throw new UserError(
        `${child.name} did not become ready at ${url} (${answer}). Its log is ${child.logFile}`,
        tailOf(child.logFile),
      )
    }
    await sleep(300)
  }
}

/** @returns what is wrong with the answer; undefined when it is 2xx */
async function probe(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    const body = await response.text()
    return response.ok ? undefined : `${response.status} ${body.slice(0, 300)}`
  } catch (error) {
    return messageOf(error instanceof Error ? (error.cause ?? error) : error)
  }
}
