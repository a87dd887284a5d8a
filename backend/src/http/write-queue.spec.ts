import { EventEmitter } from "node:events"
import { expect, it } from "vitest"
import { writeQueue } from "./write-queue"

/** What the queue sees of a call: a method, and an answer that closes. */
function call(method: string) {
  const response = Object.assign(new EventEmitter(), { destroyed: false })
  const passed = { through: false }
  Reflect.apply(writeQueue, undefined, [{ method }, response, () => (passed.through = true)])
  return { passed, response, close: () => response.emit("close") }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it("lets 24 writes through, and one more as each of them ends; reads pass at once; who has gone takes no turn", async () => {
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
