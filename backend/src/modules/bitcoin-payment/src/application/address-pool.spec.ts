import { describe, expect, it } from "vitest"
import { ChainUnavailable } from "../ports/chain-source"
import { AddressesUnavailable, AddressPool } from "./address-pool"

const addressAt = (index: number) => `address-${index}`

/** A ledger that stands at `next`, and a chain on which these indexes were used. */
function setting(next: number, ...used: number[]) {
  const asked: string[] = []
  const state = {
    next,
    now: 0,
    used: new Set(used),
    isDown: false,
    isFallen: false,
    pause: async () => Promise.resolve(),
  }
  const pool = new AddressPool({
    addresses: { addressAt, prepare: () => Promise.resolve() },
    clock: () => state.now,
    timeoutMs: 40,
    nextIndex: async () => state.next,
    requireBelieved: async () => {
      if (state.isFallen) throw new ChainUnavailable("The test's source", "its newest block fell")
    },
    skipIndex: async (index) => {
      if (state.next === index) state.next += 1
    },
    chain: {
      follow: async () => Promise.resolve(),
      hasHistory: async (address) => {
        asked.push(address)
        await state.pause()
        if (state.isDown) throw new ChainUnavailable("The test's source", "it is down")
        return [...state.used].some((index) => addressAt(index) === address)
      },
    },
  })
  /** What placing an order does: the next address, and the index moves on. */
  const take = () =>
    pool.withVerifiedAddress(async () => {
      const address = pool.addressAt(state.next)
      state.next += 1
      return address
    })
  return { pool, state, asked, take }
}

describe("an address is given out", () => {
  it("at once after a start with yesterday's database, and none that has a past", async () => {
    const { take, state } = setting(3, 4, 9, 23)
    expect(await take()).toBe("address-24")
    expect(state.next).toBe(25)
  })

  it("after one question more, about this address alone", async () => {
    const { take, pool, asked } = setting(0)
    await pool.prefetch()
    const before = asked.length
    await pool.ensureReady()
    await take()
    expect(asked.slice(before)).toEqual(["address-0"])
  })

  it("not while the source is down, which an order hears before anything is written", async () => {
    const { take, pool, state } = setting(0)
    await take()
    state.isDown = true
    await expect(pool.ensureReady()).rejects.toThrow(AddressesUnavailable)
    state.isDown = false
    await pool.ensureReady()
    expect(await take()).toBe("address-1")
  })

  it("not while the source's chain is not believed, although it was verified a moment ago", async () => {
    const { take, pool, state } = setting(0)
    await pool.ensureReady()
    state.isFallen = true
    await expect(pool.ensureReady()).rejects.toThrow(AddressesUnavailable)
    state.isFallen = false
    await pool.ensureReady()
    expect(await take()).toBe("address-0")
  })

  it("never with money on it that came after the address was prepared", async () => {
    const { take, pool, state } = setting(0)
    await pool.prefetch()
    state.used.add(0).add(1)
    expect(await take()).toBe("address-2")
    state.used.add(3)
    state.now += 60_000
    expect(await take()).toBe("address-4")
  })

  it("not on an old answer: it is asked about again after a while", async () => {
    const { take, state } = setting(0)
    await Promise.all([take(), take(), take()])
    state.now += 60_000
    state.used.add(3)
    expect(await take()).toBe("address-4")
  })

  it("while the watcher asks about one more for each that was taken", async () => {
    const { take, pool, asked } = setting(0)
    await pool.prefetch()
    expect(asked).toHaveLength(20)
    await take()
    await pool.prefetch()
    expect(asked.filter((address) => address !== "address-0")).toHaveLength(20)
    expect(new Set(asked).size).toBe(21)
  })

  it("not at all while the chain cannot be asked; afterwards it is", async () => {
    const { take, state, pool } = setting(5)
    state.isDown = true
    await expect(take()).rejects.toThrow("it is down")
    await expect(pool.ensureReady()).rejects.toThrow(AddressesUnavailable)
    expect(state.next).toBe(5)
    state.isDown = false
    expect(await take()).toBe("address-5")
  })

  it("not when the source is slow: the checkout times out, and the next one gets the address", async () => {
    const { take, state } = setting(0)
    let answer: (() => void) | undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    state.pause = () => answered
    const refusal: unknown = await take().catch((error: unknown) => error)
    if (!(refusal instanceof AddressesUnavailable)) throw refusal
    expect(refusal.sentence).toMatch(/^Bitcoin payments are temporarily unavailable: .* Please try again/)
    answer?.()
    await expect.poll(take).toBe("address-0")
  })

  it("to a rush of buyers in a few rounds, each another and without a gap", async () => {
    const { take } = setting(0)
    const taken = await Promise.all(Array.from({ length: 300 }, take))
    expect(new Set(taken)).toEqual(new Set(Array.from({ length: 300 }, (_, index) => addressAt(index))))
  })

  it("with everything asked anew when the ledger goes backwards under a running shop", async () => {
    const { take, pool, state, asked } = setting(10)
    await pool.prefetch()
    state.next = 2
    await pool.prefetch()
    expect(asked).toContain("address-2")
    expect(await take()).toBe("address-2")
  })

  it("unless something else went wrong, which is told as it is", async () => {
    const { pool } = setting(0)
    await expect(
      pool.withVerifiedAddress(() => Promise.reject(new Error("the database is gone"))),
    ).rejects.toThrow("the database is gone")
  })
})
