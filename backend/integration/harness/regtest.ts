import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { z } from "zod"
import { startBitcoin } from "../../../sandbox/src/bitcoin/start"
import { lightningOn, type LightningOnRegtest } from "./lightning"

const paidSchema = z.object({ txid: z.string() })
const confirmedSchema = z.object({ status: z.object({ block_time: z.number().int() }) })

/** A Bitcoin network for one spec with a funded payer. Blocks are mined on demand only. */
export interface Regtest {
  url: string
  /** Its process, for who pauses it. */
  pid: number
  pay(address: string, sats: bigint): Promise<string>
  /** One transaction with several outputs. */
  payMany(payments: readonly { address: string; sats: bigint }[]): Promise<string>
  mine(blocks?: number): Promise<void>
  /** The time of the block that contains a transaction, in seconds since 1970. */
  blockTimeOf(txid: string): Promise<number>
  /** Spends the same coins again for a higher fee, to another address. */
  replace(txid: string, to: string): Promise<string>
  /** Spends the same coins back to the payer in a new block. A confirmed payment is first removed by a reorganisation. */
  doubleSpend(txid: string): Promise<void>
  /** Replaces the last blocks by one more. Their transactions return to the mempool, or are dropped. */
  reorganise(depth: number, options?: { dropTransactions: boolean }): Promise<void>
  /** By how many seconds the clock of the miners, which dates their blocks, is ahead. */
  setMinersClock(ahead: number): Promise<void>
  stop(): Promise<void>
}

export async function startRegtest(): Promise<Regtest> {
  return start(false).then(({ regtest }) => regtest)
}

/** A Bitcoin network with a Lightning network on it. */
export async function startRegtestWithLightning(): Promise<Regtest & { lightning: LightningOnRegtest }> {
  const { regtest, ask, details } = await start(true)
  return { ...regtest, lightning: lightningOn(details, ask) }
}

async function start(withLightning: boolean) {
  const folder = await mkdtemp(path.join(tmpdir(), "shop-regtest-"))
  // Its log is in the same folder, which is removed.
  const node = await startBitcoin({
    dataDir: path.join(folder, "chain"),
    blockSeconds: 0,
    ...(withLightning && { lightningPort: 0 }),
  })
  const ask = async (call: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${node.url}/sandbox/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${call} answered ${String(response.status)}: ${await response.text()}`)
    return response.json()
  }
  const regtest: Regtest = {
    url: node.url,
    pid: node.pid,
    pay: async (address, sats) => paidSchema.parse(await ask("pay", { address, sats: Number(sats) })).txid,
    payMany: async (payments) => {
      const outputs = payments.map(({ address, sats }) => ({ address, sats: Number(sats) }))
      return paidSchema.parse(await ask("pay", { outputs })).txid
    },
    mine: async (blocks = 1) => {
      await ask("mine", { blocks })
    },
    blockTimeOf: async (txid) => {
      const response = await fetch(`${node.url}/tx/${txid}`)
      return confirmedSchema.parse(await response.json()).status.block_time
    },
    replace: async (txid, to) => paidSchema.parse(await ask("replace", { txid, to })).txid,
    doubleSpend: async (txid) => {
      await ask("double-spend", { txid })
    },
    reorganise: async (depth, { dropTransactions } = { dropTransactions: false }) => {
      await ask("reorganise", { depth, dropTransactions })
    },
    setMinersClock: async (minersAhead) => {
      await ask("clock", { minersAhead })
    },
    stop: async () => {
      await node.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return { regtest, ask, details: node.details }
}

/** Polls until the value fits. @throws with the last value after 90 s */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  fits: (value: Value) => boolean,
): Promise<Value> {
  const deadline = Date.now() + 90_000
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    if (Date.now() > deadline) throw new Error(`Not within 90 s; last seen: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
