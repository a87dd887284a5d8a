import { z } from "@medusajs/framework/zod"
import { satoshis } from "../domain/satoshis"
import {
  BroadcastRefused,
  ChainUnavailable,
  FEE_BLOCKS,
  type ChainSource,
  type ChainTip,
  type ChainTransaction,
  type LostTransaction,
  type Observations,
  type PresentOutput,
  type Question,
  type Spend,
} from "../ports/chain-source"
import type { Network } from "./descriptor"
import { EsploraClient, type EsploraClientOptions } from "./esplora-client"
import { GENESIS } from "./genesis"
import { RequestBudget } from "./request-budget"

const txidSchema = z.string().regex(/^[0-9a-f]{64}$/)
const transactionSchema = z.object({
  txid: txidSchema,
  vout: z.array(z.object({ scriptpubkey_address: z.string().optional(), value: z.number().int().min(0) })),
  status: z.object({
    confirmed: z.boolean(),
    block_height: z.number().int().optional(),
    block_hash: txidSchema.optional(),
    block_time: z.number().int().optional(),
  }),
})
const wholeTransactionSchema = transactionSchema.extend({
  vin: z.array(z.object({ txid: txidSchema, vout: z.number().int().min(0) })),
})
type EsploraTransaction = z.infer<typeof transactionSchema>
const pageSchema = z.array(transactionSchema)
const historySchema = z.object({
  chain_stats: z.object({ tx_count: z.number().int() }),
  mempool_stats: z.object({ tx_count: z.number().int() }),
})

const outspendSchema = z.discriminatedUnion("spent", [
  z.object({ spent: z.literal(false) }),
  z.object({ spent: z.literal(true), txid: txidSchema, status: z.object({ confirmed: z.boolean() }) }),
])
/** By the number of blocks. */
const feesSchema = z.record(z.string(), z.number().positive())

const blockSchema = z.object({
  height: z.number().int().min(0),
  timestamp: z.number().int(),
  previousblockhash: txidSchema.nullish(),
})

/** Under a budget the newest block is asked for with this share of it: every 12 seconds at 60 requests a minute. */
const TIP_SHARE = 1 / 12

/** Esplora pages confirmed transactions by 25. */
const PAGE = 25
const AT_ONCE = 8

export interface EsploraOptions extends EsploraClientOptions {
  readonly network: Network
  /** Default: no limit. */
  readonly requestsPerMinute?: number
  readonly clock?: () => number
}

/** A chain source over Esplora's HTTP face (Blockstream's, mempool.space's, one's own, or the sandbox's). */
export class Esplora implements ChainSource {
  readonly name: string
  readonly sees = "addresses"
  private readonly client: EsploraClient
  private readonly budget: RequestBudget
  private readonly clock: () => number
  private readonly tipMs: number
  private isOnOurNetwork = false
  private known: { readonly tip: ChainTip; readonly askedAt: number } | null = null

  constructor(private readonly options: EsploraOptions) {
    const { requestsPerMinute = Infinity, clock = Date.now } = options
    this.name = `Esplora at ${new URL(options.url).host}`
    this.clock = clock
    this.tipMs = 60_000 / (requestsPerMinute * TIP_SHARE)
    this.budget = new RequestBudget(requestsPerMinute, clock)
    this.client = new EsploraClient(this.name, options, this.budget)
  }

  requestsAvailable(): number {
    return this.budget.available()
  }

  clockOffset(): number | null {
    return this.client.clockOffset
  }

  async tip(): Promise<ChainTip> {
    const now = this.clock()
    if (this.known !== null && now - this.known.askedAt < this.tipMs) return this.known.tip
    await this.checkNetwork()
    const hash = txidSchema.safeParse((await this.client.text("/blocks/tip/hash")).trim())
    if (!hash.success) throw new ChainUnavailable(this.name, "its tip makes no sense")
    const tip = this.known?.tip.hash === hash.data ? this.known.tip : await this.block(hash.data)
    this.known = { tip, askedAt: now }
    return tip
  }

  async outputsPaying({ addresses, known }: Question): Promise<Observations> {
    await this.checkNetwork()
    const found = (await inBatches(addresses, (address) => this.outputsOf(address))).flat()
    const seen = new Set(found.map(({ txid }) => txid))
    const missing = known.filter((txid) => !seen.has(txid))
    const answers = await inBatches(missing, (txid) => this.answerFor(txid))
    return {
      present: [...found, ...answers.flatMap(({ present }) => present)],
      lost: answers.flatMap(({ lost }) => lost),
    }
  }

  async transaction(id: string): Promise<ChainTransaction | null> {
    await this.checkNetwork()
    const transaction = await this.client.jsonOrNull(`/tx/${id}`, wholeTransactionSchema)
    if (transaction === null) return null
    const { block_height: height, block_time: time } = transaction.status
    return {
      txid: transaction.txid,
      inputs: transaction.vin.map(({ txid, vout }) => ({ txid, vout })),
      height: height ?? null,
      time: time === undefined ? null : time * 1000,
      outputs: transaction.vout.map((output, vout) => ({
        vout,
        address: output.scriptpubkey_address ?? null,
        amount: satoshis(BigInt(output.value)),
      })),
    }
  }

  async spendOf({ txid, vout }: { txid: string; vout: number }): Promise<Spend | null> {
    await this.checkNetwork()
    const answer = await this.client.json(`/tx/${txid}/outspend/${vout}`, outspendSchema)
    return answer.spent ? { txid: answer.txid, isConfirmed: answer.status.confirmed } : null
  }

  async feeEstimate(): Promise<number | null> {
    return (await this.client.jsonOrNull("/fee-estimates", feesSchema))?.[FEE_BLOCKS] ?? null
  }

  async broadcast(transaction: string): Promise<void> {
    await this.checkNetwork()
    const refusal = await this.client.post("/tx", transaction)
    if (refusal !== null) throw new BroadcastRefused(refusal)
  }

  async hasHistory(address: string): Promise<boolean> {
    await this.checkNetwork()
    const stats = await this.client.json(`/address/${address}`, historySchema)
    return stats.chain_stats.tx_count + stats.mempool_stats.tx_count > 0
  }

  /** Nothing to prepare: Esplora knows every address there is. */
  follow(): Promise<void> {
    return Promise.resolve()
  }

  /** A block never changes, so its height fits the hash; a second question for the tip's height may not. */
  private async block(hash: string): Promise<ChainTip> {
    const block = await this.client.json(`/block/${hash}`, blockSchema)
    return {
      hash,
      height: block.height,
      previousHash: block.previousblockhash ?? null,
      time: block.timestamp * 1000,
    }
  }

  /** Once, before any answer is used: on another network our addresses have no history. */
  private async checkNetwork(): Promise<void> {
    if (this.isOnOurNetwork) return
    const genesis = (await this.client.text("/block-height/0")).trim()
    if (!/^[0-9a-f]{64}$/.test(genesis))
      throw new ChainUnavailable(
        this.name,
        "it answers no block's hash: name its API, such as https://blockstream.info/api",
      )
    if (genesis !== GENESIS[this.options.network]) {
      throw new ChainUnavailable(this.name, `it follows another network than ${this.options.network}`)
    }
    this.isOnOurNetwork = true
  }

  /** A known transaction that its address no longer lists: requested directly, never through `/status`, which answers for unknown transactions too. */
  private async answerFor(txid: string): Promise<{ present: PresentOutput[]; lost: LostTransaction[] }> {
    const transaction = await this.read(txid)
    if (transaction === null) return { present: [], lost: [{ txid, status: "gone" }] }
    return { present: outputsOf(transaction), lost: [] }
  }

  private async read(txid: string): Promise<EsploraTransaction | null> {
    return this.client.jsonOrNull(`/tx/${txid}`, transactionSchema)
  }

  private async outputsOf(address: string): Promise<PresentOutput[]> {
    const transactions = await this.client.json(`/address/${address}/txs`, pageSchema)
    let confirmed = transactions.filter(({ status }) => status.confirmed)
    while (confirmed.length === PAGE) {
      const last = confirmed.at(-1)?.txid ?? ""
      confirmed = await this.client.json(`/address/${address}/txs/chain/${last}`, pageSchema)
      transactions.push(...confirmed)
    }
    return transactions.flatMap(outputsOf).filter((output) => output.address === address)
  }
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(ask))))
  }
  return results
}

function outputsOf({ txid, vout, status }: EsploraTransaction): PresentOutput[] {
  const { confirmed, block_height: height, block_hash: hash, block_time: time } = status
  return vout.flatMap(({ scriptpubkey_address: address, value }, index) =>
    address === undefined
      ? []
      : [
          {
            txid,
            vout: index,
            address,
            amount: satoshis(BigInt(value)),
            status: confirmed ? ("confirmed" as const) : ("mempool" as const),
            height: confirmed ? (height ?? null) : null,
            blockHash: confirmed ? (hash ?? null) : null,
            blockTime: confirmed && time !== undefined ? time * 1000 : null,
            heardAt: null,
          },
        ],
  )
}
