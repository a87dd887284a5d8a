import { AsyncLocalStorage } from "node:async_hooks"
import { EventEmitter } from "node:events"
import { expect, it, vi } from "vitest"
import { writeQueue } from "./limits"

vi.mock("../config", () => ({ environment: { WRITES_PER_MINUTE: 120, ORDER_READS_PER_MINUTE: 120 } }))

/** The parts of a request and its response that the queue reads. */
function call(method: string) {
  const response = Object.assign(new EventEmitter(), { destroyed: false })
  const passed = { through: false }
  Reflect.apply(writeQueue, undefined, [{ method }, response, () => (passed.through = true)])
  return { passed, response, close: () => response.emit("close") }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it("runs 24 writes at once, and the next when one ends; reads are not queued; disconnected clients are skipped", async () => {
  const writes = Array.from({ length: 27 }, () => call("POST"))
  await settled()
  const through = () => writes.filter(({ passed }) => passed.through).length
  expect(through()).toBe(24)
  expect(call("GET").passed.through).toBe(true)

  const gone = writes[24]
  if (gone) gone.response.destroyed = true
  writes[0]?.close()
  await settled()
  expect(gone?.passed.through).toBe(false)
  expect(writes[25]?.passed.through).toBe(true)
  expect(through()).toBe(25)

  for (const { close } of writes) close()
  await settled()
  for (const { close } of writes) close()
  await settled()
  expect(through()).toBe(26)
})

it("runs a write that had to wait in its own context, so that log lines carry its own request's id", async () => {
  const ids = new AsyncLocalStorage<number>()
  const ranAs: (number | undefined)[] = []
  const responses = Array.from({ length: 26 }, (_, id) => {
    const response = Object.assign(new EventEmitter(), { destroyed: false })
    ids.run(id, () => {
      const next = () => ranAs.push(ids.getStore())
      Reflect.apply(writeQueue, undefined, [{ method: "POST" }, response, next])
    })
    return response
  })
  await settled()
  for (const response of responses) {
    response.emit("close")
    await settled()
  }
  expect(ranAs).toEqual(responses.map((_, id) => id))
})
