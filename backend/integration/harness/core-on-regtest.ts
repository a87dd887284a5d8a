import { z } from "zod"
import { startScriptedCore } from "../../src/modules/bitcoin-payment/src/adapters/bitcoin-core/testing/scripted-core"
import type {
  Block,
  Tx,
} from "../../src/modules/bitcoin-payment/src/adapters/bitcoin-core/testing/scripted-chain"
import {
  startFlakyFront,
  type FlakyFront,
} from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import { bitcoinClient, transactionSchema } from "../../../sandbox/src/testing/bitcoin-client"
import type { Settings } from "./settings"

/** A checkout asks about the next 20 addresses, and a few more when others wait. */
const ADDRESSES_AHEAD = 60
const blockSchema = z.object({
  height: z.number().int(),
  timestamp: z.number().int(),
  previousblockhash: z.string().nullable(),
})

/** A scripted Bitcoin Core on the network of a regtest node. It hears of new blocks and payments only when it is told to. */
export interface CoreOnRegtest {
  readonly front: FlakyFront
  readonly settings: Settings
  /** Fetches what is new on the network. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param regtestUrl the Esplora API of the regtest node
 * @param clock the node's, in seconds
 */
export async function startCoreOnRegtest(
  regtestUrl: string,
  descriptor: string,
  clock = () => Math.floor(Date.now() / 1000),
): Promise<CoreOnRegtest> {
  const core = await startScriptedCore(descriptor, { height: 0, clock, addressesAhead: ADDRESSES_AHEAD })
  const front = await startFlakyFront(core.url)
  const client = bitcoinClient(regtestUrl)
  const read = async <Value>(path: string, schema: z.ZodType<Value>) =>
    schema.parse(JSON.parse((await client.get(path)).text))
  /** By hash: the node takes a block that it has for the same one only if it is the same object. */
  const known = new Map<string, Block>()
  const transactions = new Map<string, Tx>()

  /** Null: it left the mempool since it was listed. */
  const transactionOf = async (txid: string): Promise<Tx | null> => {
    const heard = transactions.get(txid)
    if (heard) return heard
    const { status, text } = await client.get(`/tx/${txid}`)
    if (status === 404) return null
    const { vin, vout } = transactionSchema.parse(JSON.parse(text))
    const tx: Tx = {
      txid,
      spends: vin.map((input) => `${input.txid}:${input.vout}`),
      outputs: vout.flatMap(({ scriptpubkey_address: address, value }) =>
        address === undefined ? [] : [{ address, sats: BigInt(value) }],
      ),
    }
    transactions.set(txid, tx)
    return tx
  }
  const allOf = async (txids: readonly string[]) =>
    (await Promise.all(txids.map(transactionOf))).filter((tx) => tx !== null)
  const blockOf = async (hash: string): Promise<Block> => {
    const { height, timestamp: time, previousblockhash } = await read(`/block/${hash}`, blockSchema)
    // Without the reward.
    const [, ...txids] = await read(`/block/${hash}/txids`, z.array(z.string()))
    return { hash, previous: previousblockhash, height, time, txs: await allOf(txids) }
  }
  const catchUp = async () => {
    const { hash, mempool } = await client.state()
    const blocks: Block[] = []
    for (let at: string | null = hash; at !== null; at = blocks[0]?.previous ?? null) {
      const block = known.get(at) ?? (await blockOf(at))
      known.set(at, block)
      blocks.unshift(block)
    }
    const waiting = await allOf(mempool)
    core.chain.syncWith({ blocks, mempool: new Map(waiting.map((tx) => [tx.txid, tx])) })
  }
  let last = Promise.resolve()
  await catchUp()
  return {
    front,
    settings: {
      BITCOIN_CORE_URL: front.url,
      BITCOIN_CORE_COOKIE_FILE: core.cookieFile,
      BITCOIN_DESCRIPTOR: descriptor,
    },
    // One after the other: what was read first is not the newest.
    catchUp: () => (last = last.then(catchUp)),
    stop: async () => {
      await front.stop()
      await core.stop()
    },
  }
}
