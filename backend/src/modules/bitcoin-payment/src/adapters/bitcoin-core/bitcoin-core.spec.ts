import { writeFile } from "node:fs/promises"
import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { BroadcastRefused, ChainUnavailable } from "../../ports/chain-source"
import { changeDescriptor, NETWORKS } from "../descriptor"
import { TEST_DESCRIPTOR } from "../testing/test-descriptor"
import { tipOfNode } from "./node"
import { withCore } from "./testing/with-core"

const ALL = { addresses: [], known: [], since: null }

describe("what only the numbers of the node tell", () => {
  it("calls a replaced payment conflicted while the winner waits, and after it is mined", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const { txid, spends } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.send([{ address: "elsewhere", sats: 900n }], spends)
      expect((await source.outputsPaying({ ...ALL, known: [txid] })).lost).toEqual([
        { txid, status: "conflicted" },
      ])
      core.chain.mine(2)
      expect((await source.outputsPaying({ ...ALL, known: [txid] })).lost).toEqual([
        { txid, status: "conflicted" },
      ])
    }))

  it("tells when the node first heard of a payment: the wallet or the mempool, waiting and mined", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const heardAt = core.chain.now * 1000
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.wait(3600)
      expect((await source.outputsPaying(ALL)).present).toMatchObject([{ txid, heardAt }])
      core.chain.mine(1)
      const since = await source.tip()
      const later = await source.outputsPaying({ ...ALL, known: [txid], since })
      expect(later.present).toMatchObject([{ txid, status: "confirmed", heardAt }])
    }))

  it("tells by the shop's clock when the node heard of a payment, and by how much the node's clock differs", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      expect(source.clockOffset()).toBe(0)
      core.rpc.state.clockAhead = -300
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      const [payment] = (await source.outputsPaying(ALL)).present
      const offset = source.clockOffset() ?? 0
      expect(Math.round(offset / 10_000)).toBe(-30)
      expect(payment).toMatchObject({ txid, heardAt: core.chain.now * 1000 - offset })
    }))

  it("estimates the fee by the virtual byte, and says when the node has no estimate", async () =>
    withCore(async ({ core, connect }) => {
      expect(await connect().feeEstimate()).toBeNull()
      core.rpc.state.fee = { feerate: 0.0001234 }
      expect(await connect().feeEstimate()).toBeCloseTo(12.34)
    }))

  it("passes on why the network refuses a transaction", async () =>
    withCore(async ({ connect }) => {
      const sent = connect().broadcast("00")
      await expect(sent).rejects.toThrow(BroadcastRefused)
      await expect(sent).rejects.toThrow("min relay fee not met")
    }))

  it("takes the mempool's time when the wallet was searched later than the payment came", async () =>
    withCore(async ({ core, connect }) => {
      const heardAt = core.chain.now * 1000
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.wait(3600)
      expect((await connect().outputsPaying(ALL)).present).toMatchObject([{ txid, heardAt }])
    }))

  it("calls a payment gone that the mempool forgot, and finds it again when it comes back", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const tx = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.mempool.delete(tx.txid)
      const question = { ...ALL, known: [tx.txid] }
      expect(await source.outputsPaying(question)).toEqual({
        present: [],
        lost: [{ txid: tx.txid, status: "gone" }],
      })
      core.chain.mempool.set(tx.txid, tx)
      expect(await source.outputsPaying(question)).toMatchObject({ present: [{ txid: tx.txid }], lost: [] })
    }))

  it("counts one of a replaced pair that both pay us and both stay listed", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const payment = [{ address: core.addressAt(1), sats: 1000n }]
      const first = core.chain.send(payment)
      const second = core.chain.send(payment, first.spends)
      const { present } = await source.outputsPaying(ALL)
      expect(present.map(({ txid }) => txid)).toEqual([second.txid])
      core.chain.mine(1)
      expect((await source.outputsPaying(ALL)).present).toMatchObject([
        { txid: second.txid, status: "confirmed" },
      ])
    }))

  it("counts once what the wallet's own owner pays, which is listed as sent and as received", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }], ["own coin"])
      expect((await source.outputsPaying(ALL)).present).toMatchObject([{ txid, amount: 1000n }])
    }))

  it("tells what spends the wallet's own change, though no payment's coin goes with it", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const paid = core.chain.send([{ address: core.addressAt(3), sats: 50_000n }])
      core.chain.mine(1)
      const change = { address: core.addressAt(2, changeDescriptor(TEST_DESCRIPTOR) ?? ""), sats: 29_000n }
      const sweep = core.chain.send([{ address: "elsewhere", sats: 20_000n }, change], [`${paid.txid}:0`])
      core.chain.mine(1)
      const coin = { txid: sweep.txid, vout: 1 }
      expect(await source.spendOf(coin)).toBeNull()
      const { txid } = core.chain.send([{ address: "elsewhere", sats: 28_000n }], [`${sweep.txid}:1`])
      core.chain.mine(1)
      expect(await source.spendOf(coin)).toEqual({ txid, isConfirmed: true })
    }))

  it("names what a reorganisation took out of a settled block, without being asked", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const paid = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.mine(1)
      const since = await source.tip()
      core.chain.reorganise(1, true)
      core.chain.mineDirectly([{ address: "elsewhere", sats: 900n }], paid.spends)
      expect((await source.outputsPaying({ ...ALL, since })).lost).toEqual([
        { txid: paid.txid, status: "conflicted" },
      ])
    }))

  it("follows a tip that goes backwards: a node restored from yesterday's disk", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.mine(3)
      const before = await source.tip()
      core.chain.rollBack(3)
      const after = await source.tip()
      expect(after.height).toBe(before.height - 3)
      const { present, lost } = await source.outputsPaying({ ...ALL, known: [txid], since: before })
      expect([present, lost]).toEqual([[], [{ txid, status: "gone" }]])
    }))

  it("asks about what changed, however many payments there ever were", async () =>
    withCore(async ({ core, connect, calls }) => {
      const source = connect()
      await source.tip()
      for (let payment = 0; payment < 120; payment += 1)
        core.chain.send([{ address: core.addressAt(payment), sats: 1000n }])
      expect((await source.outputsPaying(ALL)).present).toHaveLength(120)
      core.chain.mine(1)
      const since = await source.tip()
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 500n }])
      const asked = ["getmempoolentry", "gettransaction"]
      const before = asked.map(calls)
      expect((await source.outputsPaying({ ...ALL, since })).present.map((one) => one.txid)).toEqual([txid])
      expect(asked.map(calls)).toEqual([(before[0] ?? 0) + 1, before[1]])
    }))
})

describe("what a poll costs", () => {
  it(
    "is independent of transactions that were dropped or replaced long ago",
    async () =>
      withCore(async ({ core, connect }) => {
        const costOfPoll = async (abandoned: number) => {
          for (let count = 0; count < abandoned; count += 1) {
            const tx = core.chain.send([{ address: core.addressAt(count), sats: 1000n }])
            core.chain.mempool.delete(tx.txid)
          }
          const source = connect()
          const since = await source.tip()
          await source.outputsPaying({ ...ALL, since })
          const before = core.rpc.calls.length
          await source.outputsPaying({ ...ALL, since })
          return core.rpc.calls.length - before
        }
        const withNone = await costOfPoll(0)
        expect(await costOfPoll(500)).toBe(withNone)
      }),
    20_000,
  )

  it("is an answer for each payment that waits, not the whole mempool, up to some hundred", async () =>
    withCore(async ({ core, connect, calls }) => {
      const source = connect()
      const since = await source.tip()
      for (let payment = 0; payment < 50; payment += 1)
        core.chain.send([{ address: core.addressAt(payment), sats: 1000n }])
      expect((await source.outputsPaying({ ...ALL, since })).present).toHaveLength(50)
      expect([calls("getrawmempool"), calls("getmempoolentry")]).toEqual([0, 50])
    }))

  it(
    "is one list of the mempool when very many payments wait, and each is found when it is mined",
    async () =>
      withCore(async ({ core, connect, calls }) => {
        const source = connect()
        const since = await source.tip()
        for (let payment = 0; payment < 400; payment += 1)
          core.chain.send([{ address: core.addressAt(payment), sats: 1000n }])
        await source.outputsPaying({ ...ALL, since })
        const [lists, entries] = [calls("getrawmempool"), calls("getmempoolentry")]
        expect((await source.outputsPaying({ ...ALL, since })).present).toHaveLength(400)
        expect([calls("getrawmempool"), calls("getmempoolentry")]).toEqual([lists + 1, entries])
        core.chain.mine(1)
        const { present } = await source.outputsPaying({ ...ALL, since })
        expect(present.filter(({ status }) => status === "confirmed")).toHaveLength(400)
      }),
    20_000,
  )

  it("finds a payment again that came back into the mempool, with the next block at the latest", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      const since = await source.tip()
      const tx = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.mempool.delete(tx.txid)
      expect((await source.outputsPaying({ ...ALL, since })).present).toEqual([])
      core.chain.mineDirectly([], [])
      core.chain.mempool.set(tx.txid, tx)
      expect((await source.outputsPaying({ ...ALL, since })).present).toMatchObject([{ txid: tx.txid }])
    }))

  it("asks for 100 blocks, not for everything, when the node does not know the last poll's block", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      const { height } = await source.tip()
      await source.outputsPaying({ ...ALL, since: { height, hash: "ab".repeat(32) } })
      const asked = core.rpc.calls
        .filter(({ method }) => method === "listsinceblock")
        .map(({ params }) => params[0])
      expect(asked.at(-1)).toBe(core.chain.blocks[height - 100]?.hash)
    }, 300))
})

describe("a block's reward", () => {
  it("counts as waiting until a hundred blocks follow it, and is gone when its block is", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const { txid } = core.chain.mineReward([{ address: core.addressAt(1), sats: 1000n }])
      const question = { ...ALL, known: [txid], since: await source.tip() }
      core.chain.mine(99)
      expect((await source.outputsPaying(question)).present).toMatchObject([
        { txid, status: "mempool", height: null },
      ])
      core.chain.mine(1)
      expect((await source.outputsPaying(question)).present).toMatchObject([
        { txid, status: "confirmed", height: 21 },
      ])
    }))

  it("is gone, not conflicted, when its block is orphaned", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const { txid } = core.chain.mineReward([{ address: core.addressAt(1), sats: 1000n }])
      core.chain.reorganise(1, false)
      expect((await source.outputsPaying({ ...ALL, known: [txid] })).lost).toEqual([{ txid, status: "gone" }])
    }))
})

describe("a node that is not to be trusted yet", () => {
  it.each([
    ["missing blocks it has the headers of", { missingBlocks: 3 }, "it lags behind: block 20 of 23"],
    ["on another network", { chain: "main" }, "on the network 'main', and the shop on regtest"],
    ["starting", { warmingUp: true }, "it is starting: Loading block index…"],
  ])("is unavailable while it is %s, whatever it is asked", async (_, state, why) =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      const since = await source.tip()
      Object.assign(core.rpc.state, state)
      await expect(source.tip()).rejects.toThrow(why)
      for (const answer of [
        source.outputsPaying({ ...ALL, since }),
        source.transaction("ab".repeat(32)),
        source.hasHistory(core.addressAt(1)),
        source.follow(5000),
      ])
        await expect(answer).rejects.toThrow(ChainUnavailable)
    }),
  )

  it("is trusted on regtest though it calls itself syncing, as it does after a day without a block", async () =>
    withCore(async ({ core, connect }) => {
      core.rpc.state.initialblockdownload = true
      await expect(connect().tip()).resolves.toMatchObject({ height: 20 })
    }))

  it("says nothing of a payment that waits, before it has read its mempool back after a start", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      core.rpc.state.mempoolLoaded = false
      const question = { ...ALL, known: [txid] }
      await expect(source.outputsPaying(question)).rejects.toThrow("still reading its mempool")
      core.rpc.state.mempoolLoaded = true
      expect((await source.outputsPaying(question)).present).toMatchObject([{ txid }])
    }))

  it("is unavailable outside regtest while it has no peers", async () =>
    withCore(async ({ core }) => {
      core.rpc.state.chain = "signet"
      const node = { url: core.url, credentials: { cookieFile: core.cookieFile }, timeoutMs: 1000 }
      await expect(tipOfNode({ ...node, network: "signet" })).resolves.toMatchObject({ tip: { height: 20 } })
      core.rpc.state.connections = 0
      await expect(tipOfNode({ ...node, network: "signet" })).rejects.toThrow(
        "no connections to the Bitcoin network",
      )
    }))

  it.each([
    ["mainnet", "main"],
    ["testnet", "test"],
    ["testnet4", "testnet4"],
    ["signet", "signet"],
  ] as const)("of all test networks and the real one is trusted on %s alone", async (ours, chain) =>
    withCore(async ({ core }) => {
      const node = { url: core.url, credentials: { cookieFile: core.cookieFile }, timeoutMs: 1000 }
      core.rpc.state.chain = chain
      await expect(tipOfNode({ ...node, network: ours })).resolves.toMatchObject({ tip: { height: 20 } })
      for (const other of NETWORKS.filter((network) => network !== ours))
        await expect(tipOfNode({ ...node, network: other })).rejects.toThrow(
          `on the network '${chain}', and the shop on ${other}`,
        )
    }),
  )

  it("of a private signet is not taken for the public one", async () =>
    withCore(async ({ core }) => {
      Object.assign(core.rpc.state, { chain: "signet", signetChallenge: "51" })
      const node = { url: core.url, credentials: { cookieFile: core.cookieFile }, timeoutMs: 1000 }
      await expect(tipOfNode({ ...node, network: "signet" })).rejects.toThrow("it is on a signet of its own")
    }))

  it("forgets a waiting payment with its mempool at a restart: gone, not conflicted", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      await core.restart({ emptyMempool: true })
      expect((await source.outputsPaying({ ...ALL, known: [txid] })).lost).toEqual([{ txid, status: "gone" }])
    }))

  it("is trusted with a header whose block is on its way", async () =>
    withCore(async ({ core, connect }) => {
      core.rpc.state.missingBlocks = 1
      await expect(connect().tip()).resolves.toMatchObject({ height: 20 })
    }))
})

describe("who we are to the node", () => {
  it("reads the cookie again after the node's restart, and loads the wallet", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      const { txid } = core.chain.send([{ address: core.addressAt(1), sats: 1000n }])
      await core.restart()
      expect((await source.outputsPaying(ALL)).present).toMatchObject([{ txid }])
    }))

  it("never shows a secret in what it says", async () =>
    withCore(async ({ core, connect }) => {
      const credentials = { user: "shop", password: "hunter2-hunter2" }
      const wrong: unknown = await connect({ credentials })
        .tip()
        .catch((error: unknown) => error)
      expect(wrong).toMatchObject({
        message: "Bitcoin Core is unavailable: it does not accept our user and password (401)",
      })
      const source = connect()
      await writeFile(core.cookieFile, "hunter2-hunter2")
      const noCookie: unknown = await source.tip().catch((error: unknown) => error)
      const said = inspect([wrong, noCookie], { depth: 10 })
      expect(said).not.toContain("hunter2")
      expect(said).not.toContain(Buffer.from("shop:hunter2-hunter2").toString("base64"))
    }))

  it("says that the node is not running when there is no cookie", async () =>
    withCore(async ({ connect }) => {
      const source = connect({ credentials: { cookieFile: "/nowhere/.cookie" } })
      await expect(source.tip()).rejects.toThrow("its cookie file cannot be read; is the node running?")
    }))

  it("takes no password in the address", async () =>
    withCore(async ({ connect }) => {
      const start = () => connect({ url: "http://shop:hunter2@127.0.0.1:8332" })
      expect(start).toThrow("must not hold a user and password")
      expect(start).not.toThrow(/hunter2/)
    }))
})
