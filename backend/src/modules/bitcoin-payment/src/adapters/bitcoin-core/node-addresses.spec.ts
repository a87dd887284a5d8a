import { describe, expect, it } from "vitest"
import { descriptorChecksum } from "../descriptor-checksum"
import { addressByAnotherAuthor } from "../testing/another-author"
import { OWNERS_DESCRIPTOR } from "../testing/test-signer"
import { withCore } from "./testing/with-core"

const ONE =
  "tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp/0/*"
const OTHER =
  "tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/0/*"
const withChecksum = (body: string) => `${body}#${descriptorChecksum(body)}`
const ALL = { addresses: [], known: [], since: null }

describe("a wallet whose addresses only the node derives", () => {
  it.each([
    ["two of two keys", `wsh(sortedmulti(2,${ONE},${OTHER}))`],
    ["two of two keys in P2SH", `sh(wsh(sortedmulti(2,${ONE},${OTHER})))`],
    ["miniscript, with an heir after a quarter", `wsh(or_d(pk(${ONE}),and_v(v:pkh(${OTHER}),older(12960))))`],
  ])("is watched: %s", async (_, body) => {
    const descriptor = withChecksum(body)
    await withCore(async ({ core, connect }) => {
      const source = connect({ descriptor })
      const addresses = source.addressesOf(descriptor)
      await addresses.prepare(7)
      await addresses.prepare(103)
      for (const index of [0, 7, 99, 100, 103])
        expect(addresses.addressAt(index)).toBe(addressByAnotherAuthor(descriptor, index))
      const change = withChecksum(body.replaceAll("/0/*", "/1/*"))
      await addresses.change?.prepare(2)
      expect(addresses.change?.addressAt(2)).toBe(addressByAnotherAuthor(change, 2))
      await source.follow(7)
      const { txid } = core.chain.send([{ address: addresses.addressAt(7), sats: 5000n }])
      expect((await source.outputsPaying(ALL)).present).toMatchObject([
        { txid, address: addresses.addressAt(7), status: "mempool" },
      ])
      expect(await source.hasHistory(addresses.addressAt(7))).toBe(true)
      expect(await source.hasHistory(addresses.addressAt(8))).toBe(false)
    })
  })

  it("is asked for once in a hundred addresses, and gives none that it was not asked for", async () =>
    withCore(async ({ connect, calls }) => {
      const descriptor = withChecksum(`wsh(sortedmulti(1,${ONE},${OTHER}))`)
      const addresses = connect({ descriptor }).addressesOf(descriptor)
      expect(() => addresses.addressAt(0)).toThrow("was not asked")
      for (const index of [0, 1, 99]) await addresses.prepare(index)
      expect(calls("deriveaddresses")).toBe(1)
      expect(() => addresses.addressAt(100)).toThrow("was not asked")
    }))

  it("offers nothing while the node does not answer, and goes on when it does", async () =>
    withCore(async ({ core, connect }) => {
      const descriptor = withChecksum(`wsh(sortedmulti(1,${ONE},${OTHER}))`)
      const addresses = connect({ descriptor }).addressesOf(descriptor)
      core.rpc.failing.add("deriveaddresses")
      await expect(addresses.prepare(0)).rejects.toThrow("Bitcoin Core is unavailable")
      core.rpc.failing.delete("deriveaddresses")
      await addresses.prepare(0)
      expect(addresses.addressAt(0)).toMatch(/^bcrt1q/)
    }))

  it("is refused with a private key, a wrong checksum or two branches, before the node hears of it", async () =>
    withCore(async ({ core, connect }) => {
      const secret = `wsh(sortedmulti(1,tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK/0/*,${OTHER}))`
      const refused = (descriptor: string, why: string) => expect(() => connect({ descriptor })).toThrow(why)
      refused(withChecksum(secret), "That is a private key")
      refused(`${withChecksum(`wsh(pk(${ONE}))`).slice(0, -1)}_`, "checksum does not match")
      refused(`wsh(pk(${ONE}))`, "has no checksum")
      refused(withChecksum(`wsh(pk(${ONE.replace("/0/*", "/<0;1>/*")}))`), "two branches")
      expect(core.rpc.calls).toEqual([])
    }))

  it("is refused when it makes one address only", async () =>
    withCore(async ({ connect }) => {
      const descriptor = withChecksum(`wsh(pk(${ONE.replace("/*", "/1")}))`)
      const addresses = connect({ descriptor }).addressesOf(descriptor)
      await expect(addresses.prepare(0)).rejects.toThrow("one address only")
    }))
})

it("a taproot wallet is watched by the node at the addresses that the shop derives", async () => {
  const body = OWNERS_DESCRIPTOR.replace(/#.*/, "").replace("wpkh(", "tr(").replace("/84h/", "/86h/")
  const descriptor = withChecksum(body)
  await withCore(async ({ core, connect, calls }) => {
    const source = connect({ descriptor })
    const address = core.addressAt(3, descriptor)
    expect(source.addressesOf(descriptor).addressAt(3)).toBe(address)
    expect(address).toBe(addressByAnotherAuthor(descriptor, 3))
    await source.follow(3)
    const { txid } = core.chain.send([{ address, sats: 5000n }])
    expect((await source.outputsPaying(ALL)).present).toMatchObject([{ txid, address }])
    // Only to compare the first address with ours.
    expect(calls("deriveaddresses")).toBe(1)
  })
})
