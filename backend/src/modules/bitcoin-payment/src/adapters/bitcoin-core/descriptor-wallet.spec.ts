import { describe, expect, it, vi } from "vitest"
import { changeDescriptor } from "../descriptor"
import { descriptorChecksum } from "../descriptor-checksum"
import { TEST_DESCRIPTOR } from "../testing/test-descriptor"
import { ChainUnavailable } from "../../ports/chain-source"
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
        null,
        false,
        true,
        true,
      ])
      await connect().tip()
      await core.restart()
      await connect().tip()
      expect(["createwallet", "importdescriptors", "rescanblockchain"].map(calls)).toEqual([1, 1, 1])
      expect(core.rpc.wallets.get("shop")?.labels.get(core.addressAt(0))).toMatch(
        /^scanned to 2000, wallet \w+$/,
      )
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
      await connect({ birth: { at: born * 1000 } }).tip()
      const [start] = core.rpc.calls.find(({ method }) => method === "rescanblockchain")?.params ?? []
      // A day is 144 blocks of ten minutes.
      expect(start).toBe(400 - 144)
    }, 500))

  it("begins the search at the block of its birth, if that is told as a block", async () =>
    withCore(async ({ connect, searches }) => {
      await connect({ birth: { height: 17 } }).tip()
      expect(searches()).toEqual([[17, 20]])
    }))

  it("is refused when it could spend", async () =>
    withCore(async ({ core, connect }) => {
      const wallet = core.rpc.addWallet("shop")
      wallet.privateKeys = true
      await expect(connect().tip()).rejects.toThrow("'shop' is not a watch-only descriptor wallet")
      expect(wallet.ranges.size).toBe(0)
    }))

  it("is unavailable while another client rescans it for the first time, and fine during later searches", async () =>
    withCore(async ({ core, connect }) => {
      const wallet = core.rpc.addWallet("shop")
      wallet.scanning = { duration: 5, progress: 0.2 }
      const source = connect()
      await expect(source.tip()).rejects.toThrow("being rescanned by another client")
      wallet.scanning = false
      await source.tip()
      wallet.scanning = { duration: 5, progress: 0.2 }
      await expect(source.tip()).resolves.toMatchObject({ height: 20 })
    }))

  it("says what is wrong when the blocks to search are pruned", async () =>
    withCore(async ({ core, connect }) => {
      core.rpc.state.prunedBelow = 10
      await expect(connect().outputsPaying(ALL)).rejects.toThrow(
        "it is pruned and has no block 0 any more; set BITCOIN_WALLET_BIRTHDAY",
      )
      const source = connect({ birth: { height: 12 } })
      core.rpc.wallets.clear()
      await expect(source.outputsPaying(ALL)).resolves.toMatchObject({ present: [] })
    }))

  it("grows its range on a pruned node too: the blocks that are left tell of a lost backup's orders", async () =>
    withCore(async ({ core, connect, searches }) => {
      const source = connect()
      await source.tip()
      core.chain.mine(50)
      core.rpc.state.prunedBelow = 30
      await source.follow(2500)
      expect(searches().at(-1)).toEqual([30, 70])
    }))

  it("is not to be had from a node that runs without wallets, which says how to mend it", async () =>
    withCore(async ({ core, connect }) => {
      core.rpc.state.withoutWallets = true
      await expect(connect().tip()).rejects.toThrow("take disablewallet=1 out of its settings")
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
      expect(core.rpc.wallets.get("shop")?.ranges.get(TEST_DESCRIPTOR)).toBe(4002)
      expect(calls("rescanblockchain")).toBe(1)
      await source.tip()
      expect(calls("rescanblockchain")).toBe(2)
      expect(core.rpc.wallets.get("shop")?.labels.get(core.addressAt(0))).toMatch(
        /^scanned to 4002, wallet \w+$/,
      )
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

  it("accepts that the node has widened it", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      core.chain.send([{ address: core.addressAt(2000), sats: 1000n }])
      expect(core.rpc.wallets.get("shop")?.ranges.get(TEST_DESCRIPTOR)).toBe(3000)
      await source.follow(1100)
      await source.tip()
      expect(core.rpc.wallets.get("shop")?.ranges.get(TEST_DESCRIPTOR)).toBe(4200)
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

  it(
    "is asked for by a thousand checkouts at once, and grows once",
    async () =>
      withCore(async ({ connect, calls }) => {
        const source = connect()
        await source.tip()
        await Promise.all(
          Array.from({ length: 1000 }, async (_, order) => source.follow(1400 + (order % 50))),
        )
        expect(calls("importdescriptors")).toBe(2)
      }),
    20_000,
  )

  it("ends below a million, which is as long as the node's ranges are", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      await source.follow(600_000)
      expect(core.rpc.wallets.get("shop")?.ranges.get(TEST_DESCRIPTOR)).toBe(999_999)
      await expect(source.follow(999_500)).rejects.toThrow("the key of a new account")
    }))
})

describe("a wallet that was made before its change was followed", () => {
  it("gets the change and its past once, while checkouts go on", async () =>
    withCore(async ({ core, connect, calls, searches }) => {
      const change = changeDescriptor(TEST_DESCRIPTOR) ?? ""
      await connect().tip()
      core.rpc.wallets.get("shop")?.ranges.delete(change)
      const { txid } = core.chain.send([{ address: core.addressAt(2, change), sats: 1000n }])
      core.chain.mine(1)
      const spend = core.chain.send([{ address: "elsewhere", sats: 900n }], [`${txid}:0`])
      core.chain.mine(1)
      const source = connect({ birth: { height: 5 } })
      const before = searches().length
      core.rpc.failing.add("rescanblockchain")
      await expect(source.tip()).rejects.toThrow(ChainUnavailable)
      await source.follow(1000)
      core.rpc.failing.clear()
      await source.tip()
      await source.tip()
      expect(core.rpc.wallets.get("shop")?.ranges.get(change)).toBe(2000)
      expect(searches().slice(before).at(-1)).toEqual([5, 22])
      expect(await source.spendOf({ txid, vout: 0 })).toEqual({ txid: spend.txid, isConfirmed: true })
      await connect().tip()
      expect(calls("importdescriptors")).toBe(2)
      expect(core.rpc.wallets.get("shop")?.labels.get(core.addressAt(0))).toMatch(
        /^scanned to 2000, wallet \w+$/,
      )
    }))

  it("gets them also after a crash before the import, and when another process searched before it", async () =>
    withCore(async ({ core, connect, searches }) => {
      const change = changeDescriptor(TEST_DESCRIPTOR) ?? ""
      await connect().tip()
      core.rpc.wallets.get("shop")?.ranges.delete(change)
      core.rpc.failing.add("importdescriptors")
      await expect(connect().tip()).rejects.toThrow()
      core.rpc.failing.clear()
      const before = searches().length
      await connect().tip()
      expect(core.rpc.wallets.get("shop")?.ranges.get(change)).toBe(2000)
      expect(searches().slice(before)).toEqual([[0, 20]])
    }))
})

describe("a node that was replaced", () => {
  it("is not believed before it follows every address that was given out", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.follow(5000)
      core.chain.mine(1)
      const since = await source.tip()
      core.replace()
      const { txid } = core.chain.send([{ address: core.addressAt(4900), sats: 1000n }])
      core.chain.mine(1)
      // The same process goes on.
      expect((await source.outputsPaying({ ...ALL, since })).present).toMatchObject([{ txid }])
    }))

  it("has the next poll told everything when it was replaced between two questions of one poll", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      const other = connect()
      const since = await source.tip()
      await other.tip()
      const { txid } = core.chain.send([{ address: core.addressAt(3), sats: 1000n }])
      core.chain.mine(20)
      const real = fetch
      vi.spyOn(globalThis, "fetch").mockImplementation(async (url, request) => {
        if (!JSON.stringify(request).includes("listsinceblock")) return real(url, request)
        vi.restoreAllMocks()
        core.replace()
        // Another process makes the wallet, and searches its past only after the list.
        core.rpc.failing.add("rescanblockchain")
        await expect(other.tip()).rejects.toThrow(ChainUnavailable)
        const answer = await real(url, request)
        core.rpc.failing.clear()
        await other.tip()
        return answer
      })
      expect((await source.outputsPaying({ ...ALL, since })).present).toEqual([])
      expect(source.isRescanning()).toBe(true)
      expect((await source.outputsPaying(ALL)).present).toMatchObject([{ txid }])
      expect(source.isRescanning()).toBe(false)
    }))

  it("says how to go on when it was pruned beyond what its unloaded wallet had seen", async () =>
    withCore(async ({ core, connect }) => {
      await connect().tip()
      await core.restart()
      const wallet = core.rpc.wallets.get("shop")
      if (wallet) wallet.seenHeight = 5
      core.rpc.state.prunedBelow = 15
      await expect(connect().tip()).rejects.toThrow(
        "set BITCOIN_CORE_WALLET to a new name, and BITCOIN_WALLET_BIRTHDAY to a day whose blocks it still has",
      )
      await expect(connect({ wallet: "shop-2", birth: { height: 15 } }).tip()).resolves.toMatchObject({
        height: 20,
      })
    }))
})

describe("the descriptor of an earlier wallet", () => {
  const EARLIER =
    "wpkh(tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp/7/*)"
  const earlier = `${EARLIER}#${descriptorChecksum(EARLIER)}`

  it("is followed beside the one in use, in a wallet that a new node has just made", async () =>
    withCore(async ({ core, connect }) => {
      const old = core.chain.send([{ address: core.addressAt(3, earlier), sats: 1000n }])
      core.chain.mine(3)
      const source = connect()
      await source.follow(10)
      await source.follow(10, earlier)
      const recent = core.chain.send([{ address: core.addressAt(4), sats: 2000n }])
      const { present } = await source.outputsPaying(ALL)
      expect(present.map(({ txid }) => txid).sort()).toEqual([old.txid, recent.txid].sort())
    }))
})

describe("a search of the past once more", () => {
  it("starts at the requested block, runs piece by piece, and delays no payment", async () =>
    withCore(async ({ core, connect, searches }) => {
      const source = connect()
      await source.tip()
      core.chain.mine(400)
      const before = searches().length
      await source.rescan(100)
      await source.follow(0)
      expect(core.rpc.wallets.get("shop")?.labels.get(core.addressAt(0))).toMatch(
        /^scanned to 2000; 2000 at block 99, wallet \w+$/,
      )
      for (let poll = 0; poll < 3; poll += 1) await source.tip()
      expect(searches()[before]?.[0]).toBe(100)
      expect(searches().at(-1)?.[1]).toBe(420)
      expect(core.rpc.wallets.get("shop")?.labels.get(core.addressAt(0))).toMatch(
        /^scanned to 2000, wallet \w+$/,
      )
    }))

  it("is reported until it is complete: the next poll has to be told everything, whichever process sends it", async () =>
    withCore(async ({ core, connect }) => {
      const source = connect()
      await source.tip()
      expect(source.isRescanning()).toBe(false)
      core.chain.mine(400)
      await source.rescan(null)
      expect(source.isRescanning()).toBe(true)
      const another = connect()
      await another.tip()
      expect(another.isRescanning()).toBe(true)
      for (let poll = 0; poll < 5; poll += 1) await another.tip()
      expect(another.isRescanning()).toBe(false)
    }))

  it("is repeated after a piece of it failed", async () =>
    withCore(async ({ core, connect, searches }) => {
      const source = connect()
      await source.tip()
      await source.rescan(5)
      core.rpc.failing.add("rescanblockchain")
      await expect(source.tip()).rejects.toThrow(ChainUnavailable)
      core.rpc.failing.clear()
      await source.tip()
      expect(searches().slice(-2)).toEqual([
        [5, 20],
        [5, 20],
      ])
      expect(source.isRescanning()).toBe(false)
    }))

  it("begins at the first block that a pruned node has, and never kills the shop", async () =>
    withCore(async ({ core, connect, searches }) => {
      const source = connect()
      await source.tip()
      core.rpc.state.prunedBelow = 15
      await source.rescan(3)
      await expect(source.tip()).resolves.toMatchObject({ height: 20 })
      expect(searches().at(-1)).toEqual([15, 20])
    }))
})
