import { z } from "zod"
import { startScriptedCore } from "../../src/modules/bitcoin-payment/src/modules/bitcoin-payment/adapters/bitcoin-core/testing/scripted-core"
import type {
  Block,
  Tx,
} from "../../src/modules/bitcoin-payment/src/modules/bitcoin-payment/adapters/bitcoin-core/testing/scripted-chain"
import {
  startFlakyFront,
  type FlakyFront,
} from "../../src/modules/bitcoin-payment/src/modules/bitcoin-payment/adapters/testing/flaky-server"
import { bitcoinClient } from "../../../sandbox/src/testing/bitcoin-client"
import type { Settings } from "./settings"

/** The node hears of payments to this many addresses, the wallet's first ones. */
const ADDRESSES = 10
/** A checkout asks about the next 20 addresses, and a few more when others wait. */
const ADDRESSES_AHEAD = 60
const blockSchema = z.object({ timestamp: z.number().int() })

/** A scripted Bitcoin Core on the network of a regtest node. It hears of new blocks and payments only when it is told to. */
export interface CoreOnRegtest {
  readonly front: FlakyFront
  readonly settings: Settings
  /** Fetches what is new on the network. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/** @param regtestUrl the Esplora API of the regtest node */
export async function startCoreOnRegtest(regtestUrl: string, descriptor: string): Promise<CoreOnRegtest> {
  const clock = () => Math.floor(Date.now() / 1000)
  const core = await startScriptedCore(descriptor, { height: 0, clock, addressesAhead: ADDRESSES_AHEAD })
  const front = await startFlakyFront(core.url)
  const client = bitcoinClient(regtestUrl)
  const addresses = Array.from({ length: ADDRESSES }, (_, index) => core.addressAt(index))
  /** By hash: the node takes a block that it has for the same one only if it is the same object. */
  const known = new Map<string, Block>()

  const payments = async () => {
    const histories = await Promise.all(addresses.map((address) => client.history(address)))
    const byId = new Map(histories.flat().map((transaction) => [transaction.txid, transaction]))
    return [...byId.values()].map(({ txid, vin, vout, status }) => {
      const tx: Tx = {
        txid,
        spends: vin.map((input) => `${input.txid}:${input.vout}`),
        outputs: vout.flatMap(({ scriptpubkey_address: address, value }) =>
          address === undefined ? [] : [{ address, sats: BigInt(value) }],
        ),
      }
      return { tx, height: status.confirmed ? (status.block_height ?? null) : null }
    })
  }
  const blockAt = async (height: number, hash: string, previous: string | null, txs: Tx[]) => {
    const heard = known.get(hash)
    if (heard) return heard
    const { timestamp: time } = blockSchema.parse(JSON.parse((await client.get(`/block/${hash}`)).text))
    const block: Block = { hash, previous, height, time, txs }
    known.set(hash, block)
    return block
  }
  const catchUp = async () => {
    const { height: tip } = await client.state()
    const hashes = await Promise.all(
      Array.from(
        { length: tip + 1 },
        async (_, height) => (await client.get(`/block-height/${height}`)).text,
      ),
    )
    const found = await payments()
    const blocks = await Promise.all(
      hashes.map((hash, height) => {
        const txs = found.filter((payment) => payment.height === height).map(({ tx }) => tx)
        return blockAt(height, hash, hashes[height - 1] ?? null, txs)
      }),
    )
    const waiting = found.filter(({ height }) => height === null)
    core.chain.syncWith({ blocks, mempool: new Map(waiting.map(({ tx }) => [tx.txid, tx])) })
  }
  await catchUp()
  return {
    front,
    settings: {
      BITCOIN_CORE_URL: front.url,
      BITCOIN_CORE_COOKIE_FILE: core.cookieFile,
      BITCOIN_DESCRIPTOR: descriptor,
    },
    catchUp,
    stop: async () => {
      await front.stop()
      await core.stop()
    },
  }
}
