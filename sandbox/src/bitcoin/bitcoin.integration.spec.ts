import { once } from "node:events"
import { createServer } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { bitcoinClient } from "../testing/bitcoin-client.js"
import { temporaryFolder } from "../testing/temporary-folder.js"
import { startBitcoin } from "./start.js"

/** Addresses of the public test wallet, one for each test. */
const ADDRESSES = [
  "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx",
  "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk",
  "bcrt1qavdhsmxcekg20slhrd05fs2rmc8v0jcd86lj0p",
  "bcrt1qzc2psdqajvgmjkg05cpl2qgf6nv3er3ddgj60f",
  "bcrt1q427dgegdmjqgwm2892nnyjntjmzawss5nqp5km",
]
const ANYBODY = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"
const UNKNOWN = "ab".repeat(32)

describe("the regtest network with its Esplora-compatible API", () => {
  let node: Awaited<ReturnType<typeof startBitcoin>>
  let chain: ReturnType<typeof bitcoinClient>
  const folder = join(process.env.TMPDIR ?? "/tmp", `bitcoin-spec-${process.pid}`)
  beforeAll(async () => {
    node = await startBitcoin({ dataDir: folder })
    chain = bitcoinClient(node.url)
  })
  afterAll(async () => {
    await node.stop()
    const { rmSync } = await import("node:fs")
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${folder}.log`, { force: true })
  })

  const fresh = () => {
    const address = ADDRESSES.pop()
    if (address === undefined) throw new Error("more tests than addresses")
    return address
  }
  const paidTo = (
    outputs: readonly { scriptpubkey_address?: string | undefined; value: number }[],
    to: string,
  ) => outputs.filter(({ scriptpubkey_address: at }) => at === to).map(({ value }) => value)

  it("starts above segwit's activation with a funded payer", async () => {
    const { height, payer, mempool } = await chain.state()
    expect(height).toBeGreaterThanOrEqual(432)
    expect(payer.confirmedSats).toBeGreaterThan(1_000 * 100_000_000)
    expect(mempool).toEqual([])
  })

  it("shows a payment in the mempool, then in a block, in Esplora's format", async () => {
    const address = fresh()
    const txid = await chain.pay(address, 123_456)
    const waiting = await chain.transaction(txid)
    expect(waiting.status).toEqual({ confirmed: false })
    expect(paidTo(waiting.vout, address)).toEqual([123_456])
    expect(waiting.fee).toBeGreaterThan(0)
    const { height } = await chain.mine(1)
    const [mined] = await chain.history(address)
    const raw: unknown = JSON.parse((await chain.get(`/tx/${txid}`)).text)
    expect(raw).toMatchObject({
      txid,
      version: 1,
      locktime: 0,
      vin: [{ is_coinbase: false, scriptsig: "", prevout: { scriptpubkey_type: "v0_p2wpkh" } }],
      status: { confirmed: true, block_height: height },
    })
    expect(mined?.status.block_height).toBe(height)
    const stats: unknown = JSON.parse((await chain.get(`/address/${address}`)).text)
    expect(stats).toMatchObject({
      address,
      chain_stats: { funded_txo_sum: 123_456, tx_count: 1, spent_txo_count: 0 },
    })
  })

  it("replaces a payment by one to the same address, and by one to another", async () => {
    const address = fresh()
    const first = await chain.pay(address, 50_000)
    const second = await chain.replace({ txid: first })
    expect((await chain.get(`/tx/${first}`)).status).toBe(404)
    const [was, now] = [await chain.history(address), await chain.transaction(second)]
    expect(was.map(({ txid }) => txid)).toEqual([second])
    expect(paidTo(now.vout, address)).toEqual([50_000])
    const { payer } = await chain.state()
    await chain.replace({ txid: second, to: payer.address })
    expect(await chain.history(address)).toEqual([])
  })

  it("double-spends an unconfirmed payment and a confirmed one", async () => {
    const address = fresh()
    const unconfirmed = await chain.pay(address, 40_000)
    const other = await chain.doubleSpend(unconfirmed)
    expect(await chain.history(address)).toEqual([])
    expect((await chain.status(other)).confirmed).toBe(true)
    const confirmed = await chain.pay(address, 41_000)
    await chain.mine(2)
    const another = await chain.doubleSpend(confirmed)
    expect(await chain.history(address)).toEqual([])
    expect((await chain.get(`/tx/${confirmed}`)).status).toBe(404)
    expect((await chain.transaction(another)).status.confirmed).toBe(true)
  })

  it("reorganises: payments return to the mempool, or vanish", async () => {
    const address = fresh()
    const txid = await chain.pay(address, 60_000)
    await chain.mine(1)
    const before = await chain.state()
    const back = await chain.reorganise({ depth: 1 })
    expect(back).toMatchObject({ returned: [txid], dropped: [], height: before.height + 1 })
    expect(await chain.status(txid)).toEqual({ confirmed: false })
    expect((await chain.get(`/block-height/${before.height}`)).text).not.toBe(before.hash)
    await chain.mine(1)
    const gone = await chain.reorganise({ depth: 2, dropTransactions: true })
    expect(gone).toMatchObject({ returned: [], dropped: [txid] })
    expect((await chain.get(`/tx/${txid}`)).status).toBe(404)
  })

  it("lists a block's transactions, and dates blocks by the miners' clock", async () => {
    await chain.mine(1)
    const blockTime = async (hash: string) => {
      const { timestamp } = z
        .object({ timestamp: z.int() })
        .parse(JSON.parse((await chain.get(`/block/${hash}`)).text))
      return timestamp - Date.now() / 1000
    }
    const minedWith = async (minersAhead: number) => {
      expect((await chain.post("/sandbox/clock", { minersAhead })).status).toBe(200)
      const txid = await chain.pay(ANYBODY, 5000)
      await chain.mine(1)
      const { hash } = await chain.state()
      const [, ...txids] = z
        .array(z.string())
        .parse(JSON.parse((await chain.get(`/block/${hash}/txids`)).text))
      expect(txids).toEqual([txid])
      return blockTime(hash)
    }
    expect(Math.abs((await minedWith(7200)) - 7200)).toBeLessThan(60)
    // Never before the median of the last eleven blocks.
    expect(Math.abs(await minedWith(-7200))).toBeLessThan(600)
    expect((await chain.post("/sandbox/clock", { minersAhead: 7201 })).status).toBe(400)
    await chain.post("/sandbox/clock", { minersAhead: 0 })
  })

  it("pages through an address: 50 waiting and 25 mined, then 25 at a time", async () => {
    const address = fresh()
    for (let payment = 0; payment < 30; payment++) await chain.pay(address, 1000 + payment)
    await chain.mine(1)
    for (let payment = 0; payment < 3; payment++) await chain.pay(address, 5000 + payment)
    const first = await chain.history(address)
    expect(first).toHaveLength(28)
    expect(first.slice(0, 3).map(({ status }) => status.confirmed)).toEqual([false, false, false])
    const rest = await chain.page(address, first.at(-1)!.txid)
    expect(rest).toHaveLength(5)
    expect(new Set([...first, ...rest].map(({ txid }) => txid)).size).toBe(33)
    expect(await chain.page(address, UNKNOWN)).toEqual([])
  })

  it("answers for unknown ids as Esplora does", async () => {
    expect(await chain.get(`/tx/${UNKNOWN}`)).toEqual({ status: 404, text: "Transaction not found" })
    expect(await chain.status(UNKNOWN)).toEqual({ confirmed: false })
    expect(await chain.get("/tx/xyz")).toEqual({ status: 400, text: "Invalid hex string" })
    expect(await chain.get("/block-height/999999")).toEqual({ status: 404, text: "Block not found" })
    expect(await chain.get(`/block/${UNKNOWN}`)).toEqual({ status: 404, text: "Block not found" })
    expect(await chain.get("/address/nobody/txs")).toEqual({ status: 400, text: "Invalid Bitcoin address" })
  })

  it("refuses dust and gives the reason", async () => {
    expect(
      await chain.post("/sandbox/pay", { address: "1BitcoinEaterAddressDontSendf59kuE", sats: 293 }),
    ).toEqual({
      status: 400,
      text: 'address: "1BitcoinEaterAddressDontSendf59kuE" is not a regtest Bitcoin address (bcrt1…). sats: less than 294 satoshis is dust, which no node relays.',
    })
    expect((await chain.post("/sandbox/mine", { blocks: 0 })).text).toBe("blocks: at least 1.")
    expect((await chain.post("/sandbox/replace", { txid: UNKNOWN })).status).toBe(404)
  })

  it("rejects requests from web pages", async () => {
    const response = await fetch(`${node.url}/sandbox/state`, { headers: { origin: "http://evil.example" } })
    expect(response.status).toBe(403)
  })
})

describe("the network after a restart", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)("keeps chain, mempool and wallet after %s", async (signal) => {
    const dataDir = join(temporaryFolder(), "bitcoin")
    const node = await startBitcoin({ dataDir })
    const address = ADDRESSES[0]!
    const before = bitcoinClient(node.url)
    const mined = await before.pay(address, 70_000)
    await before.mine(1)
    const waiting = await before.pay(address, 80_000)
    const then = await before.state()
    process.kill(node.pid, signal)
    await node.exited

    const again = await startBitcoin({ dataDir })
    try {
      const after = bitcoinClient(again.url)
      expect(await after.state()).toEqual(then)
      expect((await after.status(mined)).confirmed).toBe(true)
      expect(await after.status(waiting)).toEqual({ confirmed: false })
      expect((await after.transaction(waiting)).txid).toBe(waiting)
      await after.pay(address, 90_000)
    } finally {
      await again.stop()
    }
  })

  it("says in its log why it could not listen", async () => {
    const blocker = createServer().listen(0, "127.0.0.1")
    await once(blocker, "listening")
    const address = blocker.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    const dataDir = join(temporaryFolder(), "bitcoin")
    await expect(startBitcoin({ dataDir, port })).rejects.toThrow(/the Bitcoin network ended with code 1/)
    blocker.close()
  })

  it("mines blocks at the configured interval", async () => {
    const node = await startBitcoin({ dataDir: join(temporaryFolder(), "bitcoin"), blockSeconds: 0.2 })
    try {
      const chain = bitcoinClient(node.url)
      const { height } = await chain.state()
      await expect.poll(async () => (await chain.state()).height).toBeGreaterThan(height + 1)
    } finally {
      await node.stop()
    }
  })
})
