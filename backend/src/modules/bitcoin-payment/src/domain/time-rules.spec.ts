import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { TEST_TIMEOUT } from "../testing/runs"
import { DUE, TimedShop, TOLERANCE } from "../testing/timed-shop"
import { DOUBT } from "./arrival"
import { MISSING_AT_MOST } from "./observe"
import { DEFAULT_POLICY } from "./policy"
import { satoshis } from "./satoshis"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The benefit of the doubt, and the millisecond that the model's poll takes. */
const ALLOWANCE = DOUBT + 1

type Move =
  | { readonly do: "pay" | "replace"; readonly number: number; readonly amount: bigint }
  | { readonly do: "double spend" | "rebroadcast"; readonly number: number }
  | { readonly do: "mine"; readonly count: number; readonly isEmpty: boolean }
  | { readonly do: "reorganise"; readonly depth: number }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "poll" }

const number = fc.nat(5)
const ENOUGH = DUE - TOLERANCE
const amount = fc.constantFrom(
  0n,
  293n,
  294n,
  DUE / 10n - 1n,
  DUE / 10n,
  DUE / 2n,
  ENOUGH - 1n,
  ENOUGH,
  DUE,
  DUE,
  DUE * 2n,
)
const broadcast: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pay"), number, amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("replace"), number, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("double spend", "rebroadcast"), number }) },
)
const time: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait"),
      ms: fc.constantFrom(30_000, 5 * MINUTE, 20 * MINUTE, 50 * MINUTE, 2 * HOUR, 5 * HOUR),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("poll") }) },
)
const block: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("mine"),
      count: fc.integer({ min: 1, max: 4 }),
      isEmpty: fc.nat(3).map((chance) => chance > 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("reorganise"), depth: fc.integer({ min: 1, max: 5 }) }),
  },
)
const moves = fc.array(fc.oneof(broadcast, time, block), { minLength: 6, maxLength: 40, size: "max" })

function make(shop: TimedShop, move: Move): void {
  const { chain } = shop
  switch (move.do) {
    case "pay":
      if (move.amount > 0n) shop.pay(satoshis(move.amount))
      return
    case "replace":
      shop.replace(move.number, satoshis(move.amount))
      return
    case "double spend":
      chain.doubleSpend(shop.unconfirmed(move.number)?.txid ?? "")
      return
    case "rebroadcast":
      chain.rebroadcast(shop.sent[move.number]?.txid ?? "")
      return
    case "mine":
      chain.mine(move.count, move.isEmpty)
      shop.noteBlocks()
      return
    case "reorganise":
      chain.reorganise(move.depth, "mempool")
      return
    case "wait":
      chain.now += move.ms
      return
    case "poll":
      shop.poll()
  }
}

/** Runs a history, and a check after each poll. */
function always(check: (shop: TimedShop) => void): void {
  fc.assert(
    fc.property(moves, (history) => {
      const shop = new TimedShop()
      for (const move of [...history, { do: "poll" } as const, { do: "poll" } as const]) {
        make(shop, move)
        if (move.do === "poll") check(shop)
      }
    }),
  )
}

const total = (payments: readonly { readonly amount: bigint }[]) =>
  payments.reduce((sum, payment) => sum + payment.amount, 0n)
const inBlocks = (shop: TimedShop) => shop.live().filter(({ txid }) => shop.chain.depthOf(txid) > 0)

describe("whatever a buyer broadcasts, replaces and double-spends", TEST_TIMEOUT, () => {
  it("a payment settles automatically only if its first block came within the limit of the quote's end", () => {
    always((shop) => {
      if (shop.capturedAt !== shop.chain.now) return
      const bound = shop.live().filter(({ txid }) => {
        const at = shop.firstBlocks.get(txid)
        return at !== undefined && at <= shop.firstBlockBy + ALLOWANCE
      })
      expect(total(bound)).toBeGreaterThanOrEqual(ENOUGH)
    })
  })

  it("a payment settles automatically only if the full amount was broadcast by the end of quote and grace", () => {
    always((shop) => {
      if (shop.capturedAt !== shop.chain.now) return
      const end = shop.expiresAt + DEFAULT_POLICY.graceMs + ALLOWANCE
      const byCoin = new Map<string, bigint>()
      for (const { coins, amount, sentAt } of shop.sent) {
        const coin = coins.join()
        const before = byCoin.get(coin) ?? 0n
        if (sentAt <= end && amount > before) byCoin.set(coin, amount)
      }
      expect(total([...byCoin.values()].map((each) => ({ amount: each })))).toBeGreaterThanOrEqual(ENOUGH)
    })
  })

  it("stock is reserved no longer than the hold, the full amount waits for its block, or staff may take to decide", () => {
    always((shop) => {
      // A missing transaction is believed lost only then.
      shop.chain.now += MISSING_AT_MOST
      shop.poll()
      const { now } = shop.chain
      if (shop.releasedAt !== null || shop.capturedAt !== null || now <= shop.heldUntil + 1) return
      const live = shop.live()
      const bound = live.filter(
        ({ txid }) => (shop.firstBlocks.get(txid) ?? Infinity) <= shop.firstBlockBy + ALLOWANCE,
      )
      if (total(bound) >= ENOUGH) return
      if (total(inBlocks(shop)) * 10n >= DUE) {
        expect(now).toBeLessThanOrEqual(shop.decideBy + 1)
        return
      }
      expect(total(live)).toBeGreaterThanOrEqual(ENOUGH)
      expect(now).toBeLessThanOrEqual(shop.firstBlockBy + 1)
    })
  })

  it("stock is reserved while a tenth of what is due is in a block, late or short, until staff had time to decide", () => {
    always((shop) => {
      if (shop.releasedAt !== shop.chain.now || shop.chain.now > shop.decideBy) return
      expect(total(inBlocks(shop)) * 10n).toBeLessThan(DUE)
    })
  })

  it("a buyer who pays in full in time and whose payment is mined within the limit is always captured", () => {
    fc.assert(
      fc.property(
        fc.nat(HOUR - 10),
        fc.nat(6 * HOUR),
        fc.array(fc.nat(40 * MINUTE), { maxLength: 12 }),
        fc.option(fc.integer({ min: 1, max: 3 })),
        fc.constantFrom(DUE, ENOUGH),
        (at, delay, pauses, depth, amountPaid) => {
          const shop = new TimedShop()
          const { chain } = shop
          chain.now += at
          shop.poll()
          shop.pay(satoshis(amountPaid))
          shop.poll()
          const minedAt = Math.min(chain.now + delay, shop.firstBlockBy)
          for (const pause of pauses) {
            if (chain.now + pause >= minedAt) break
            chain.now += pause
            shop.poll()
          }
          chain.now = Math.max(chain.now, minedAt)
          chain.mine(1)
          shop.noteBlocks()
          if (depth !== null) {
            shop.poll()
            chain.reorganise(depth, "mempool")
            chain.now += 7 * HOUR
            shop.poll()
          }
          chain.now += 7 * HOUR
          chain.mine(3)
          shop.poll()
          expect(shop).toMatchObject({ state: "confirmed", releasedAt: null })
        },
      ),
    )
  })

  it("a node that lost its mempool changes no state for half an hour, or until a block came", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(DUE, DUE / 2n),
        fc.nat(2 * HOUR),
        fc.array(fc.nat(20 * MINUTE), { maxLength: 12 }),
        (amount, before, pauses) => {
          const shop = new TimedShop()
          shop.pay(satoshis(amount))
          shop.poll()
          if (amount === DUE) shop.chain.now += before
          shop.poll()
          const { state } = shop
          shop.isForgetful = true
          shop.poll()
          const end = shop.chain.now + MISSING_AT_MOST - pauses.length - 1
          for (const pause of pauses) {
            shop.chain.now = Math.min(end, shop.chain.now + pause)
            shop.poll()
            expect(shop).toMatchObject({ state, releasedAt: null })
          }
          shop.chain.mine(1)
          shop.poll()
          expect(shop.state).toBe(amount === DUE ? "confirming" : "underpaid")
        },
      ),
    )
  })

  it("a buyer who pays in full before the end is captured if a poll follows the end within the grace, however rare the polls", () => {
    fc.assert(
      fc.property(
        fc.nat(HOUR - 10),
        fc.nat(HOUR),
        fc.nat(DEFAULT_POLICY.graceMs - 1),
        (polledAt, paidAfter, pollAfter) => {
          const shop = new TimedShop()
          const { chain, expiresAt } = shop
          chain.now += polledAt
          shop.poll()
          chain.now = Math.min(chain.now + paidAfter, expiresAt)
          shop.pay(DUE)
          chain.now = expiresAt + pollAfter
          shop.poll()
          chain.mine(3)
          shop.noteBlocks()
          shop.poll()
          expect(shop).toMatchObject({ state: "confirmed", releasedAt: null })
        },
      ),
    )
  })

  it("the histories reach every state of the time rules, or the properties would prove nothing", () => {
    const met = new Set<string>()
    for (const history of fc.sample(moves, { numRuns: 400, seed: 1 })) {
      const shop = new TimedShop()
      for (const move of history) {
        make(shop, move)
        met.add(shop.state)
        if (shop.releasedAt !== null) met.add(`released, then ${shop.state}`)
        if (shop.capturedAt !== null && shop.capturedAt > shop.expiresAt) met.add("captured after the end")
      }
    }
    const wanted = ["awaiting_payment", "underpaid", "seen", "confirming", "confirmed", "expired", "review"]
    const timed = ["released, then expired", "released, then review", "captured after the end"]
    expect([...wanted, ...timed].filter((each) => !met.has(each))).toEqual([])
  })
})
