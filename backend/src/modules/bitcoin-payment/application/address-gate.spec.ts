import { describe, expect, it } from "vitest"
import { ChainUnavailable } from "../ports/chain-source"
import { AddressesUnavailable, AddressGate } from "./address-gate"

const WALLET = { id: "wallet", descriptor: "of a test", network: "regtest" }
const addressAt = (index: number) => `address-${index}`

/** A ledger that stands at `next`, and a chain on which these indexes were used. */
function setting(next: number, ...used: number[]) {
  const asked: string[] = []
  const state = { next, isDown: false, pause: async () => Promise.resolve() }
  const gate = new AddressGate({
    wallet: WALLET,
    addressAt,
    patienceMs: 40,
    ledger: {
      nextIndex: async () => state.next,
      skipIndex: async (_wallet, index) => {
        if (state.next === index) state.next += 1
      },
    },
    chain: {
      follow: async () => Promise.resolve(),
      hasHistory: async (address) => {
        asked.push(address)
        await state.pause()
        if (state.isDown) throw new ChainUnavailable("The test's source", "it is down")
        return used.some((index) => addressAt(index) === address)
      },
    },
  })
  /** What placing an order does: the next address, and the index moves on. */
  const take = () =>
    gate.through(async () => {
      const address = gate.addressAt(state.next)
      state.next += 1
      return address
    })
  return { gate, state, asked, take }
}

describe("an address is given out", () => {
  it("at once after a start with yesterday's database, and none that has a past", async () => {
    const { take, state } = setting(3, 4, 9, 23)
    expect(await take()).toBe("address-24")
    expect(state.next).toBe(25)
  })

  it("without asking the chain again, once it was asked", async () => {
    const { take, gate, asked } = setting(0)
    await gate.warm()
    const before = asked.length
    await take()
    await gate.ready()
    expect(asked).toHaveLength(before)
  })

  it("while the watcher asks about one more for each that was taken", async () => {
    const { take, gate, asked } = setting(0)
    await gate.warm()
    expect(asked).toHaveLength(20)
    await take()
    await gate.warm()
    expect(asked).toHaveLength(21)
    expect(new Set(asked).size).toBe(21)
  })

  it("not at all while the chain cannot be asked; afterwards it is", async () => {
    const { take, state, gate } = setting(5)
    state.isDown = true
    await expect(take()).rejects.toThrow("it is down")
    await expect(gate.ready()).rejects.toThrow(AddressesUnavailable)
    expect(state.next).toBe(5)
    state.isDown = false
    expect(await take()).toBe("address-5")
  })

  it("to nobody who would have to wait for long; the asking goes on, and the next one gets it", async () => {
    const { take, state } = setting(0)
    let answer: (() => void) | undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    state.pause = () => answered
    const refusal: unknown = await take().catch((error: unknown) => error)
    if (!(refusal instanceof AddressesUnavailable)) throw refusal
    expect(refusal.sentence).toMatch(/^Bitcoin payments are temporarily unavailable: .* pay by card/)
    answer?.()
    await expect.poll(take).toBe("address-0")
  })

  it("to a rush of buyers in a few rounds, each another and without a gap", async () => {
    const { take } = setting(0)
    const taken = await Promise.all(Array.from({ length: 300 }, take))
    expect(new Set(taken)).toEqual(new Set(Array.from({ length: 300 }, (_, index) => addressAt(index))))
  })

  it("with everything asked anew when the ledger goes backwards under a running shop", async () => {
    const { take, gate, state, asked } = setting(10)
    await gate.warm()
    state.next = 2
    await gate.warm()
    expect(asked).toContain("address-2")
    expect(await take()).toBe("address-2")
  })

  it("unless something else went wrong, which is told as it is", async () => {
    const { gate } = setting(0)
    await expect(gate.through(() => Promise.reject(new Error("the database is gone")))).rejects.toThrow(
      "the database is gone",
    )
  })
})
