import { setTimeout as pause } from "node:timers/promises"
import { beforeEach, expect, it, vi } from "vitest"
import { shareReads } from "./shared-reads"

const share = shareReads<number>()
let begun = 0
let endings: (() => void)[] = []
beforeEach(() => {
  begun = 0
  endings = []
})

/** A read that tells which one it was, and ends when `end` is called. */
const read = () => {
  begun += 1
  const value = begun
  return new Promise<number>((resolve) => endings.push(() => resolve(value)))
}
const end = () => endings.shift()?.()
const begins = (count: number) => vi.waitFor(() => expect(begun).toBe(count))

it("callers share a read that has not begun; those that come during it share the next one", async () => {
  const first = Array.from({ length: 5 }, () => share("order", read))
  await begins(1)
  const later = Array.from({ length: 5 }, () => share("order", read))
  end()
  expect(await Promise.all(first)).toEqual([1, 1, 1, 1, 1])
  await begins(2)
  end()
  expect(await Promise.all(later)).toEqual([2, 2, 2, 2, 2])
  expect(begun).toBe(2)
})

it("keys do not wait for each other", async () => {
  const both = [share("mine", read), share("theirs", read)]
  await begins(2)
  end()
  end()
  expect(await Promise.all(both)).toEqual([1, 2])
})

it("a failed read fails for its callers only, and the next one is tried", async () => {
  const failing = [1, 2].map(() => share("failing", () => Promise.reject(new Error("no database"))))
  await Promise.all(failing.map((one) => expect(one).rejects.toThrow("no database")))
  const next = share("failing", read)
  await begins(1)
  end()
  expect(await next).toBe(1)
})

it("one key is read at most a quarter of the time, however often it is asked for", async () => {
  const started = performance.now()
  let reads = 0
  const readFor20Ms = async () => {
    reads += 1
    await pause(20)
    return reads
  }
  const client = async () => {
    while (performance.now() < started + 400) await share("busy", readFor20Ms)
  }
  await Promise.all(Array.from({ length: 10 }, client))
  expect(reads).toBeGreaterThan(1)
  expect(reads).toBeLessThanOrEqual(1 + (performance.now() - started) / 75)
})
