import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { satoshis } from "../domain/satoshis"
import {
  ChainUnavailable,
  type ChainSource,
  type Observations,
  type PresentOutput,
  type Tip,
  type Txid,
} from "../ports/chain-source"
import { FAULTS, type Fault, type FlakyFront } from "./testing/flaky-server"

export interface Payment {
  readonly address: string
  readonly sats: bigint
}

/** A chain that can be played with, and the source that watches it. */
export interface ChainUnderTest {
  readonly source: ChainSource
  /** An unpaid address of the shop. */
  freshAddress(): string
  readonly foreignAddress: string
  pay(payments: readonly Payment[]): Promise<Txid>
  /** Spends the same coins in the mempool, and pays `to` instead. */
  replace(txid: Txid, to: string): Promise<Txid>
  /** Spends the same coins in a block, and pays another address. */
  doubleSpend(txid: Txid): Promise<void>
  /** The owner's wallet spends this output, and pays `to`. */
  spend(output: PresentOutput, to: string): Promise<Txid>
  mine(blocks: number): Promise<void>
  reorganise(depth: number, options: { dropTransactions: boolean }): Promise<void>
  stop(): Promise<void>
}

/** A source that asks over HTTP. */
export interface RemoteChainUnderTest extends ChainUnderTest {
  /** The source asks through it, and gives up after at most two seconds. */
  readonly front: FlakyFront
  /** The same source, told that it is on another network than it is. */
  readonly misled: ChainSource
}

const UNKNOWN_HASH = "ab".repeat(32)

/** What every chain source must do, whatever it is made of. `start` gives a network of the suite's own. */
export function describeChainSource(name: string, start: () => Promise<ChainUnderTest>): void {
  describe(`${name}, as a chain source`, () => {
    let chain: ChainUnderTest
    beforeAll(async () => {
      chain = await start()
    })
    afterAll(async () => {
      await chain.stop()
    })

    /** What it says about one address, with nothing of others. */
    const poll = async (address: string, known: readonly Txid[] = [], since: Tip | null = null) => {
      const { present, lost }: Observations = await chain.source.outputsPaying({
        addresses: [address],
        known,
        since,
      })
      return { present: present.filter((output) => output.address === address), lost }
    }
    const payOne = async (sats = 50_000n) => {
      const address = chain.freshAddress()
      return { address, txid: await chain.pay([{ address, sats }]) }
    }
    const waiting = { status: "mempool", height: null, blockHash: null, blockTime: null }

    describe("what is paid", () => {
      it("says nothing about an unpaid address", async () => {
        expect(await poll(chain.freshAddress())).toEqual({ present: [], lost: [] })
      })

      it("sees a payment in the mempool", async () => {
        const { address, txid } = await payOne(123_456n)
        const [output, ...others] = (await poll(address)).present
        expect(others).toEqual([])
        expect(output).toMatchObject({ txid, address, amount: satoshis(123_456n), ...waiting })
        expect(output?.vout).toBeGreaterThanOrEqual(0)
      })

      it("tells a confirmed payment's block: height, hash and time in milliseconds", async () => {
        const { address, txid } = await payOne()
        await chain.mine(1)
        const tip = await chain.source.tip()
        await chain.mine(2)
        const [output] = (await poll(address, [txid])).present
        expect(output).toMatchObject({
          txid,
          status: "confirmed",
          height: tip.height,
          blockHash: tip.hash,
        })
        expect(output?.blockTime).toBeGreaterThan(Date.UTC(2011, 0))
      })

      it("counts each output of one transaction, also two to the same address", async () => {
        const [mine, other] = [chain.freshAddress(), chain.freshAddress()]
        const txid = await chain.pay([
          { address: mine, sats: 10_001n },
          { address: other, sats: 20_002n },
          { address: mine, sats: 30_003n },
        ])
        const { present } = await poll(mine)
        expect(present.map(({ amount }) => amount).sort()).toEqual([10_001n, 30_003n])
        expect(new Set(present.map(({ vout }) => vout)).size).toBe(2)
        expect((await poll(other)).present).toMatchObject([{ txid, amount: 20_002n }])
      })

      it("sees several transactions to one address", async () => {
        const { address, txid } = await payOne(11_111n)
        await chain.mine(1)
        const second = await chain.pay([{ address, sats: 22_222n }])
        const { present } = await poll(address, [txid])
        expect(present.map((output) => [output.txid, output.amount, output.status]).sort()).toEqual(
          [
            [txid, 11_111n, "confirmed"],
            [second, 22_222n, "mempool"],
          ].sort(),
        )
      })

      it.each([294n, 1_907n, 29_999_999n, 33_333_333n, 100_000_007n, 114_159_265n])(
        "tells %i satoshis to the last one",
        async (sats) => {
          const { address } = await payOne(sats)
          expect((await poll(address)).present.map(({ amount }) => amount)).toEqual([sats])
        },
      )

      it("knows whether an address was ever used", async () => {
        const address = chain.freshAddress()
        await chain.source.follow(0)
        expect(await chain.source.hasHistory(address)).toBe(false)
        await chain.pay([{ address, sats: 5_000n }])
        expect(await chain.source.hasHistory(address)).toBe(true)
        await chain.mine(1)
        expect(await chain.source.hasHistory(address)).toBe(true)
      })
    })

    describe("what changes its mind", () => {
      it("tells the new one and drops the old one when a payment is replaced by one that pays us", async () => {
        const { address, txid } = await payOne()
        const second = await chain.replace(txid, address)
        const { present, lost } = await poll(address, [txid])
        expect(present.map((output) => output.txid)).toEqual([second])
        expect(lost.map((one) => one.txid)).toEqual([txid])
      })

      it("loses a payment that is replaced by one to another address, in the mempool and when that is mined", async () => {
        const { address, txid } = await payOne()
        await chain.replace(txid, chain.foreignAddress)
        const inMempool = await poll(address, [txid])
        await chain.mine(1)
        const mined = await poll(address, [txid])
        for (const { present, lost } of [inMempool, mined]) {
          expect(present).toEqual([])
          expect(lost.map((one) => one.txid)).toEqual([txid])
        }
      })

      it("loses a payment whose coins were spent in a block", async () => {
        const { address, txid } = await payOne()
        await chain.doubleSpend(txid)
        const { present, lost } = await poll(address, [txid])
        expect(present).toEqual([])
        expect(lost.map((one) => one.txid)).toEqual([txid])
      })

      it("puts a payment back into the mempool when its block is reorganised away, and into the next block", async () => {
        const { address, txid } = await payOne()
        await chain.mine(1)
        const before = await chain.source.tip()
        await chain.reorganise(1, { dropTransactions: false })
        const after = await poll(address, [txid], before)
        expect(after.present).toMatchObject([{ txid, ...waiting }])
        expect(after.lost).toEqual([])
        await chain.mine(1)
        const tip = await chain.source.tip()
        expect((await poll(address, [txid], before)).present).toMatchObject([
          { txid, status: "confirmed", height: tip.height, blockHash: tip.hash },
        ])
      })

      it.each([1, 3, 6])(
        "loses a payment that vanishes in a reorganisation %i blocks deep",
        async (depth) => {
          const { address, txid } = await payOne()
          await chain.mine(depth)
          const before = await chain.source.tip()
          await chain.reorganise(depth, { dropTransactions: true })
          const { present, lost } = await poll(address, [txid], before)
          expect(present).toEqual([])
          expect(lost.map((one) => one.txid)).toEqual([txid])
        },
      )

      it("tells which block is before the tip, so that a gap or a reorganisation shows", async () => {
        const before = await chain.source.tip()
        await chain.mine(1)
        const next = await chain.source.tip()
        expect(next.previousHash).toBe(before.hash)
        expect(next.time).toBeGreaterThan(Date.UTC(2011, 0))
        await chain.reorganise(1, { dropTransactions: false })
        expect((await chain.source.tip()).previousHash).not.toBe(next.hash)
      })

      it("follows the tip up, and over a reorganisation", async () => {
        const first = await chain.source.tip()
        await chain.mine(2)
        const second = await chain.source.tip()
        await chain.reorganise(1, { dropTransactions: false })
        const third = await chain.source.tip()
        expect(second.height).toBe(first.height + 2)
        expect(third.height).toBe(second.height + 1)
        expect(new Set([first, second, third].map(({ hash }) => hash)).size).toBe(3)
      })
    })

    describe("what it is asked", () => {
      it("answers for every known transaction, and reports an unknown one as gone", async () => {
        const [mined, unconfirmed, replaced] = [await payOne(), await payOne(), await payOne()]
        await chain.replace(replaced.txid, chain.foreignAddress)
        const known = [mined.txid, unconfirmed.txid, replaced.txid, UNKNOWN_HASH]
        const { present, lost } = await chain.source.outputsPaying({ addresses: [], known, since: null })
        const told = new Set([...present, ...lost].map(({ txid }) => txid))
        expect(known.filter((txid) => !told.has(txid))).toEqual([])
        expect(lost).toContainEqual({ txid: UNKNOWN_HASH, status: "gone" })
        const isBoth = present.filter(({ txid }) => lost.some((one) => one.txid === txid))
        expect(isBoth).toEqual([])
      })

      it("still answers for a known transaction that nothing has happened to for long", async () => {
        const { address, txid } = await payOne()
        await chain.mine(3)
        const since = await chain.source.tip()
        await chain.mine(1)
        const { present, lost } = await chain.source.outputsPaying({ addresses: [], known: [txid], since })
        expect(present.filter((output) => output.address === address)).toMatchObject([
          { txid, status: "confirmed" },
        ])
        expect(lost).toEqual([])
      })

      it("tells what came since the last poll: waiting, and mined meanwhile", async () => {
        const since = await chain.source.tip()
        const mined = await payOne()
        await chain.mine(2)
        const unconfirmed = await payOne()
        expect((await poll(mined.address, [], since)).present).toMatchObject([{ status: "confirmed" }])
        expect((await poll(unconfirmed.address, [], since)).present).toMatchObject([{ status: "mempool" }])
      })

      it("answers in full when the last poll's block is unknown to it", async () => {
        const { address, txid } = await payOne()
        await chain.mine(1)
        expect((await poll(address, [], { height: 1, hash: UNKNOWN_HASH })).present).toMatchObject([
          { txid, status: "confirmed" },
        ])
      })

      it("tells what spends an output of the shop's: nothing, a transaction that may be replaced, one in a block", async () => {
        const { address } = await payOne(80_000n)
        await chain.mine(2)
        const [output] = (await poll(address)).present
        if (!output) throw new Error("nothing was paid")
        expect(await chain.source.spendOf(output)).toBeNull()
        const first = await chain.spend(output, chain.foreignAddress)
        expect(await chain.source.spendOf(output)).toEqual({ txid: first, isConfirmed: false })
        const inputs = [{ txid: output.txid, vout: output.vout }]
        expect(await chain.source.transaction(first)).toMatchObject({ inputs, height: null, time: null })
        await chain.mine(2)
        expect(await chain.source.spendOf(output)).toEqual({ txid: first, isConfirmed: true })
        await chain.reorganise(2, { dropTransactions: true })
        expect(await chain.source.spendOf(output)).toBeNull()
      })

      it("shows a transaction's outputs, and null for one that does not exist (any more)", async () => {
        const { address, txid } = await payOne(77_777n)
        const before = await chain.source.transaction(txid)
        expect(before).toMatchObject({ txid, height: null })
        expect(before?.outputs).toContainEqual(expect.objectContaining({ address, amount: 77_777n }))
        await chain.mine(1)
        const { height } = await chain.source.tip()
        const { time } = await chain.source.tip()
        expect(await chain.source.transaction(txid)).toMatchObject({ txid, height, time })
        const replaced = await payOne()
        await chain.replace(replaced.txid, chain.foreignAddress)
        expect(await chain.source.transaction(replaced.txid)).toBeNull()
        expect(await chain.source.transaction(UNKNOWN_HASH)).toBeNull()
      })
    })
  })
}

/** What every chain source over HTTP must do besides. */
export function describeRemoteChainSource(name: string, start: () => Promise<RemoteChainUnderTest>): void {
  describeChainSource(name, start)

  describe(`${name}, when it cannot be trusted`, () => {
    let chain: RemoteChainUnderTest
    beforeAll(async () => {
      chain = await start()
    })
    afterAll(async () => {
      await chain.stop()
    })
    const payOne = async () => {
      const address = chain.freshAddress()
      return { address, txid: await chain.pay([{ address, sats: 50_000n }]) }
    }
    const presentAt = async (address: string, known: readonly Txid[]) => {
      const { present } = await chain.source.outputsPaying({ addresses: [address], known, since: null })
      return present.filter((output) => output.address === address)
    }
    const askEverything = async (source: ChainSource, address: string, txid: Txid) =>
      Promise.allSettled([
        source.tip(),
        source.outputsPaying({ addresses: [address], known: [txid], since: null }),
        source.transaction(txid),
        source.hasHistory(address),
        source.spendOf({ txid, vout: 0 }),
      ])
    const isFault = (name: string): name is Fault => name in FAULTS

    it.each(Object.keys(FAULTS).filter(isFault))(
      "is unavailable, and never says 'unpaid', when it %s",
      async (fault) => {
        const { address, txid } = await payOne()
        chain.front.fault = fault
        const answers = await askEverything(chain.source, address, txid)
        chain.front.fault = null
        for (const answer of answers) {
          expect(answer.status === "rejected" && answer.reason).toBeInstanceOf(ChainUnavailable)
        }
        expect(await presentAt(address, [txid])).toHaveLength(1)
      },
      20_000,
    )

    it("passes on how long it asks to be left alone", async () => {
      chain.front.fault = "answers 429"
      const refusal: unknown = await chain.source.tip().catch((error: unknown) => error)
      chain.front.fault = null
      expect(refusal).toMatchObject({ retryAfterMs: 7000 })
    })

    it("is unavailable on another network than the shop's, whatever it is asked first", async () => {
      const { address, txid } = await payOne()
      for (const answer of await askEverything(chain.misled, address, txid))
        expect(answer.status === "rejected" && answer.reason).toBeInstanceOf(ChainUnavailable)
    })
  })
}
