import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import {
  PermanentFailure,
  processTopic,
  retryDelaySeconds,
  type Topic,
} from "../../../packages/medusa-payments/src/modules/outbox/process"
import {
  deleteUnleased,
  insertMessage,
  LEASE_MS,
  leaseNext,
  markFinished,
  type LeasedMessage,
  type NewMessage,
} from "../../../packages/medusa-payments/src/modules/outbox/queue"
import { useOwnDatabase } from "../harness/own-database"

const TOPIC = "test"
/** The time of the worker. The database, whose time it is not, stores no message as due before now. */
const START = new Date("2126-11-22T12:00:00Z")

const { connection } = useOwnDatabase("shop_own_outbox")
let now: Date
let warnings: string[]
let alarms: string[]

beforeEach(async () => {
  await connection.raw("truncate medusa_payments_outbox")
  now = START
  warnings = []
  alarms = []
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const put = (key: string, message: Partial<NewMessage> = {}) =>
  insertMessage(connection, { topic: TOPIC, key, payload: {}, notBefore: START, ...message })
const run = (
  handle: Topic["handle"],
  topic: Partial<Topic> = {},
  round: Parameters<typeof processTopic>[3] = {},
) =>
  processTopic(
    {
      connection,
      clock: () => now,
      alertAfter: 3,
      logger: { warn: (text) => warnings.push(text), error: (text) => alarms.push(text) },
    },
    TOPIC,
    { concurrency: 1, handle, ...topic },
    round,
  )
const read = async (key: string): Promise<Record<string, unknown> | undefined> =>
  connection<Record<string, unknown>>("medusa_payments_outbox").where({ key }).first()

/** A handler that records what it was given and fails for the keys that are in `failing`. */
function recorder(failing = new Set<string>()) {
  const handled: string[] = []
  const handle: Topic["handle"] = ({ key }) => {
    handled.push(key)
    return failing.has(key) ? Promise.reject(new Error(`${key} fails`)) : Promise.resolve("done")
  }
  return { handled, handle, failing }
}

it("a message that comes too early is called again at its time, and that is no failed attempt", async () => {
  const due = new Date(START.getTime() + 60_000)
  await put("a")
  const handle: Topic["handle"] = () => Promise.resolve(now < due ? { notBefore: due } : "done")
  for (let round = 0; round < 5; round += 1) await run(handle)
  later(59_999)
  await run(handle)
  expect(await read("a")).toMatchObject({
    attempts: 0,
    next_attempt_at: due,
    finished_at: null,
    leased_until: null,
  })
  later(1)
  await run(handle)
  expect(await read("a")).toMatchObject({ attempts: 1, outcome: "done", last_error: null })
  expect({ warnings, alarms }).toEqual({ warnings: [], alarms: [] })
})

describe("enqueuing", () => {
  it("stores a key once, also while and after it is processed", async () => {
    expect([await put("a"), await put("a")]).toEqual([true, false])
    const { handled, handle } = recorder()
    await run(async (message) => {
      expect(await put("a")).toBe(false)
      return handle(message)
    })
    expect(await put("a")).toBe(false)
    await run(handle)
    expect(handled).toEqual(["a"])
  })

  it("stores a key once when many enqueue it at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => put("a")))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it("belongs to its transaction: after a rollback there is no message", async () => {
    const failing = connection.transaction(async (trx) => {
      await insertMessage(trx, { topic: TOPIC, key: "a", payload: {} })
      throw new Error("rolled back")
    })
    await expect(failing).rejects.toThrow("rolled back")
    expect(await read("a")).toBeUndefined()
  })

  it("can be withdrawn until a worker has leased the message", async () => {
    await put("a")
    await deleteUnleased(connection, "a")
    expect(await read("a")).toBeUndefined()
    await put("b")
    await leaseNext(connection, TOPIC, now)
    await deleteUnleased(connection, "b")
    expect(await read("b")).toBeDefined()
  })
})

describe("order", () => {
  it("is first in, first out, and nothing runs before its time", async () => {
    await put("b", { notBefore: new Date(START.getTime() + 1000) })
    await put("a")
    await put("c", { notBefore: new Date(START.getTime() + 1000) })
    const { handled, handle } = recorder()
    await run(handle)
    expect(handled).toEqual(["a"])
    later(1000)
    await run(handle)
    expect(handled).toEqual(["a", "b", "c"])
  })

  it("holds a message up only for the one that it depends on", async () => {
    await put("capture")
    await put("confirm", { after: "capture" })
    await put("unrelated")
    const { handled, handle, failing } = recorder(new Set(["capture"]))
    await run(handle)
    expect(handled).toEqual(["capture", "unrelated"])
    failing.clear()
    later(2000)
    await run(handle)
    expect(handled).toEqual(["capture", "unrelated", "capture", "confirm"])
  })

  it("releases what depends on a message that is skipped or given up", async () => {
    for (const key of ["skipped", "failed"]) {
      await put(key)
      await put(`after ${key}`, { after: key })
    }
    const { handled, handle } = recorder()
    await run(async (message) => {
      if (message.key === "failed") throw new PermanentFailure("no such mailbox")
      await handle(message)
      return message.key === "skipped" ? "skipped" : "done"
    })
    expect(handled).toEqual(["skipped", "after skipped", "after failed"])
    expect(await read("skipped")).toMatchObject({ outcome: "skipped" })
    expect(await read("failed")).toMatchObject({
      outcome: "failed",
      last_error: "no such mailbox",
      attempts: 1,
    })
  })
})

describe("the messages of one order", () => {
  const about = (orderId: string) => ({ payload: { orderId } })

  it("are processed one at a time and in order, those of other orders at the same time", async () => {
    for (const key of ["a1", "a2", "a3", "b1", "b2"]) await put(key, about(key.slice(0, 1)))
    const { handled, handle } = recorder()
    const inProgress = new Set<string>()
    const together: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const round = run(
      async (message) => {
        inProgress.add(message.key)
        together.push([...inProgress].join(" "))
        if (message.key === "a1") await held
        inProgress.delete(message.key)
        return handle(message)
      },
      { concurrency: 4 },
    )
    await expect.poll(() => handled).toEqual(["b1", "b2"])
    await run(handle)
    expect(handled).toEqual(["b1", "b2"])
    release()
    await round
    expect(handled).toEqual(["b1", "b2", "a1", "a2", "a3"])
    expect(together.filter((keys) => (keys.match(/a/g) ?? []).length > 1)).toEqual([])
  })

  it("do not wait for one that failed, is due later or waits for another", async () => {
    await put("failing", about("a"))
    await put("later", { ...about("a"), notBefore: new Date(START.getTime() + 60_000) })
    await put("waiting", { ...about("a"), after: "failing" })
    await put("next", about("a"))
    const { handled, handle } = recorder(new Set(["failing"]))
    await run(handle, { concurrency: 4 })
    expect(handled).toEqual(["failing", "next"])
  })

  it("can be processed alone, before what is due for others", async () => {
    await put("other", about("b"))
    await put("mine", about("a"))
    await put("mine too", about("a"))
    const { handled, handle } = recorder()
    await run(handle, {}, { orderId: "a" })
    expect(handled).toEqual(["mine", "mine too"])
  })
})

describe("a message that fails", () => {
  it("stops no other message, keeps its error and waits longer after each attempt", async () => {
    await put("bad")
    await put("good")
    const { handled, handle } = recorder(new Set(["bad"]))
    await run(handle)
    expect(handled).toEqual(["bad", "good"])
    expect(await read("bad")).toMatchObject({ attempts: 1, last_error: "bad fails", finished_at: null })
    later(1999)
    await run(handle)
    expect(handled).toHaveLength(2)
    later(1)
    await run(handle)
    later(3999)
    await run(handle)
    expect(handled).toHaveLength(3)
    expect(warnings.at(-1)).toContain("attempt 2: bad fails Next attempt in 4 s.")
    expect([1, 2, 3, 9, 10, 50].map((attempts) => retryDelaySeconds(attempts))).toEqual([
      2, 4, 8, 512, 600, 600,
    ])
  })

  it("is given up after the topic's last attempt", async () => {
    await put("bad")
    const { handled, handle } = recorder(new Set(["bad"]))
    for (let round = 0; round < 5; round += 1) {
      await run(handle, { maxAttempts: 3 })
      later(600_000)
    }
    expect(handled).toHaveLength(3)
    expect(await read("bad")).toMatchObject({ outcome: "failed", attempts: 3 })
  })

  const alert = ({ key }: LeasedMessage) => ({ topic: "mail", key: `alert:${key}`, payload: {} })

  it("alerts staff once, after the configured number of attempts, and is still retried", async () => {
    await put("bad")
    const { handled, handle } = recorder(new Set(["bad"]))
    for (let round = 1; round <= 5; round += 1) {
      await run(handle, { alert })
      expect((await read("alert:bad")) !== undefined).toBe(round >= 3)
      later(600_000)
    }
    expect(handled).toHaveLength(5)
    expect(alarms).toHaveLength(1)
  })

  it("loses no attempt and no back-off when the alert itself fails; the next attempt alerts", async () => {
    await put("bad")
    const { handled, handle } = recorder(new Set(["bad"]))
    const failingAlert = () => {
      throw new Error("no template")
    }
    for (let round = 1; round <= 3; round += 1) {
      await run(handle, { alert: failingAlert })
      later(600_000)
    }
    expect(await read("bad")).toMatchObject({ attempts: 3, last_error: "bad fails", alerted_at: null })
    expect(alarms).toEqual([])
    await run(handle, { alert })
    expect(handled).toHaveLength(4)
    expect(await read("alert:bad")).toBeDefined()
    expect((await read("bad"))?.["alerted_at"]).not.toBeNull()
  })
})

describe("several workers", () => {
  it("process each message once", async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `m${index}`)
    for (const key of keys) await put(key)
    const { handled, handle } = recorder()
    await Promise.all(Array.from({ length: 5 }, () => run(handle, { concurrency: 3 })))
    expect(handled.sort()).toEqual(keys.sort())
  })

  it("do not wait for a slow message of the same topic while others are due", async () => {
    for (const key of ["slow", "a", "b", "c"]) await put(key)
    const { handled, handle } = recorder()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const round = run(
      async (message) => {
        if (message.key === "slow") await held
        return handle(message)
      },
      { concurrency: 2 },
    )
    await expect.poll(() => handled).toEqual(["a", "b", "c"])
    release()
    await round
    expect(handled).toEqual(["a", "b", "c", "slow"])
  })

  it("keep to the topic's concurrency together, and a slow message holds up none that comes later", async () => {
    await put("slow")
    const { handled, handle } = recorder()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const active = { count: 0 }
    let most = 0
    let isSlowInProgress = false
    const start = () =>
      run(
        async (message) => {
          most = Math.max(most, active.count)
          if (message.key === "slow") {
            isSlowInProgress = true
            await held
          }
          return handle(message)
        },
        { concurrency: 2 },
        { active },
      )
    const first = start()
    // Its second worker has ended as well: it would take one of the messages below and turn the others away.
    await expect.poll(() => [isSlowInProgress, active.count]).toEqual([true, 1])
    for (const key of ["a", "b", "c"]) await put(key)
    await Promise.all([start(), start(), start()])
    expect(handled).toEqual(["a", "b", "c"])
    release()
    await first
    expect([most, active.count]).toEqual([2, 0])
  })

  it("leave a message alone for as long as its handler runs", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await put("slow")
    const { handled, handle } = recorder()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const round = run(async (message) => {
      await held
      return handle(message)
    })
    await expect.poll(async () => (await read("slow"))?.["attempts"]).toBe(1)
    for (let third = 0; third < 6; third += 1) {
      later(LEASE_MS / 3)
      await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
      await expect
        .poll(async () => (await read("slow"))?.["leased_until"])
        .toEqual(new Date(now.getTime() + LEASE_MS))
      await run(handle)
    }
    expect(handled).toEqual([])
    release()
    await round
    expect(handled).toEqual(["slow"])
  })

  it("take over from one that died between lease and completion, when the lease is over", async () => {
    await put("a")
    const lost = await leaseNext(connection, TOPIC, now)
    const { handled, handle } = recorder()
    later(LEASE_MS - 1)
    await run(handle)
    expect(handled).toEqual([])
    later(1)
    await run(handle)
    expect(handled).toEqual(["a"])
    expect(await read("a")).toMatchObject({ outcome: "done", attempts: 2 })
    // The dead worker returns: its lease has expired, and it changes nothing.
    if (lost) await markFinished(connection, lost, "failed", "too late")
    expect(await read("a")).toMatchObject({ outcome: "done" })
  })
})
