import { describe, expect, it } from "vitest"
import { ScriptedWallet } from "./testing/scripted-wallet"
import { withCore } from "./testing/with-core"

const ALL = { addresses: [], known: [], since: null }

describe("the node's wallet", () => {
  it("is made watch-only the first time, searched once, and left alone by every later start", async () =>
    withCore(async ({ core, connect, calls }) => {
      await connect().tip()
      expect(core.rpc.calls.find(({ method }) => method === "createwallet")?.params).toEqual([
        "shop",
        true,
        true,
        "",
        false,
        true,
        true,
      ])
      await connect().tip()
      await core.restart()
      await connect().tip()
      expect(["createwallet", "importdescriptors", "rescanblockchain"].map(calls)).toEqual([1, 1, 1])
      expect(core.rpc.wallets.get("shop")?.labels.get(core.addressAt(0))).toBe("scanned to 2000")
    }))

  it("finds what was paid long before the wallet was made", async () =>
    withCore(async ({ core, connect }) => {
      const { txid } = core.chain.send([{ address: core.addressAt(7), sats: 1000n }])
      core.chain.mine(40)
      const source = connect()
      expect((await source.outputsPaying(ALL)).present).toMatchObject([{ txid, status: "confirmed" }])
      expect(await source.hasHistory(core.addressAt(7))).toBe(true)
    }))

  it("begins the search at the wallet's birth, with a day to spare", async () =>
    withCore(async ({ core, connect }) => {
      const born = core.chain.blocks[400]?.time ?? 0
      await connect({ bornAt: born * 1000 }).tip()
      const [start] = core.rpc.calls.find(({ method }) => method === "rescanblockchain")?.params ?? []
      // A day is 144 blocks of ten minutes.
      expect(start).toBe(400 - 144)
    }, 500))

  it("is refused when it could spend", async () =>
    withCore(async ({ core, connect }) => {
      const wallet = new ScriptedWallet(core.chain, new Map())
      wallet.privateKeys = true
      core.rpc.wallets.set("shop", wallet)
      await expect(connect().tip()).rejects.toThrow("'shop' is not a watch-only descriptor wallet")
      expect(wallet.descriptor).toBeNull()
    }))

  it("is unavailable while somebody else searches it for the first time, and fine during later searches", async () =>
    withCore(async ({ core, connect }) => {
      const wallet = new ScriptedWallet(core.chain, new Map([[core.addressAt(0), 0]]))
      core.rpc.wallets.set("shop", wallet)
      wallet.scanning = { duration: 5, progress: 0.2 }
      const source = connect()
      await expect(source.tip()).rejects.toThrow("being searched by somebody else")
      wallet.scanning = false
      await source.tip()
      wallet.scanning = { duration: 5, progress: 0.2 }
      await expect(source.tip()).resolves.toMatchObject({ height: 20 })
    }))

  it("says what is wrong when the blocks to search are pruned", async () =>
    withCore(async ({ core, connect }) => {
      core.rpc.state.isPruned = true
      await expect(connect().outputsPaying(ALL)).rejects.toThrow("Can't rescan beyond pruned data")
    }))
})

describe("the range of addresses", () => {
  it("grows a thousand before its end, without a search standing in a checkout's way", async () =>
    withCore(async ({ core, connect, calls }) => {
      const source = connect()
      await source.tip()
      await source.follow(1000)
      expect(calls("importdescriptors")).toBe(1)
      await source.follow(1001)
      expect(core.rpc.wallets.get("shop")?.descriptor?.end).toBe(4002)
      expect(calls("rescanblockchain")).toBe(1)
      await source.tip()
      expect(calls("rescanblockchain")).toBe(2)
      expect(core.rpc.wallets.get("shop")?.labels.get(core.addressAt(0))).toBe("scanned to 4002")
    }))

  it("searches first when the index lies beyond what it knows: a restored backup's addresses have a past", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      const address = core.addressAt(3500)
      const { txid } = core.chain.send([{ address, sats: 1000n }])
      core.chain.mine(30)
      await source.tip()
      await source.follow(3500)
      expect(await source.hasHistory(address)).toBe(true)
      expect((await source.outputsPaying(ALL)).present).toMatchObject([{ txid, address }])
    }))

  it("respects that the node has widened it by itself", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      core.chain.send([{ address: core.addressAt(2000), sats: 1000n }])
      expect(core.rpc.wallets.get("shop")?.descriptor?.end).toBe(3000)
      await source.follow(1100)
      await source.tip()
      expect(core.rpc.wallets.get("shop")?.descriptor?.end).toBe(4200)
    }))

  it("goes on where a crash cut the search short, in pieces", async () =>
    withCore(async ({ core, connect }) => {
      const { txid } = core.chain.send([{ address: core.addressAt(7), sats: 1000n }])
      core.chain.mine(900)
      await expect(connect({ searchMs: 0 }).outputsPaying(ALL)).rejects.toThrow("block 199 is done")
      const again = connect()
      expect((await again.outputsPaying(ALL)).present).toMatchObject([{ txid }])
      const starts = core.rpc.calls.filter(({ method }) => method === "rescanblockchain")
      expect(starts.slice(0, 2).map(({ params }) => params[0])).toEqual([0, 200])
    }))

  it("is asked for by a thousand checkouts at once, and grows once", async () =>
    withCore(async ({ connect, calls }) => {
      const source = connect()
      await source.tip()
      await Promise.all(Array.from({ length: 1000 }, async (_, order) => source.follow(1400 + (order % 50))))
      expect(calls("importdescriptors")).toBe(2)
    }))
})
