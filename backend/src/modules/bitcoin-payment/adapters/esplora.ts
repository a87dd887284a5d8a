import { z } from "@medusajs/framework/zod"
import { satoshis } from "../domain/satoshis"
import {
  ChainUnavailable,
  type ChainSource,
  type ChainTransaction,
  type ObservedOutput,
  type Tip,
} from "../ports/chain-source"

const txid = z.string().regex(/^[0-9a-f]{64}$/)
const transactionSchema = z.object({
  txid,
  vout: z.array(z.object({ scriptpubkey_address: z.string().optional(), value: z.number().int().min(0) })),
  status: z.object({
    confirmed: z.boolean(),
    block_height: z.number().int().optional(),
    block_hash: txid.optional(),
    block_time: z.number().int().optional(),
  }),
})
type EsploraTransaction = z.infer<typeof transactionSchema>
const historySchema = z.object({
  chain_stats: z.object({ tx_count: z.number().int() }),
  mempool_stats: z.object({ tx_count: z.number().int() }),
})

/** Esplora pages confirmed transactions by 25. */
const PAGE = 25
const AT_ONCE = 8

export interface EsploraOptions {
  /** Without a slash at the end. */
  readonly url: string
  readonly timeoutMs?: number
}

/** A chain source over Esplora's HTTP face (Blockstream's, mempool.space's, one's own, or the sandbox's). */
export class Esplora implements ChainSource {
  readonly name = "Esplora"

  constructor(private readonly options: EsploraOptions) {}

  async tip(): Promise<Tip> {
    // Hash first: a height taken later can only be too high by a block that the next look sees anyway.
    const hash = txid.safeParse((await this.text("/blocks/tip/hash")).trim())
    const height = z.coerce
      .number()
      .int()
      .min(0)
      .safeParse((await this.text("/blocks/tip/height")).trim())
    if (!hash.success || !height.success) throw this.unavailable("its tip makes no sense")
    return { hash: hash.data, height: height.data }
  }

  async outputsPaying(addresses: readonly string[]): Promise<ObservedOutput[]> {
    const found: ObservedOutput[] = []
    for (let start = 0; start < addresses.length; start += AT_ONCE) {
      const batch = await Promise.all(
        addresses.slice(start, start + AT_ONCE).map((address) => this.outputsOf(address)),
      )
      found.push(...batch.flat())
    }
    return found
  }

  async transaction(id: string): Promise<ChainTransaction | null> {
    const answer = await this.request(`/tx/${id}`)
    if (answer.status === 404) return null
    const transaction = this.parse(transactionSchema, await this.json(answer))
    return {
      txid: transaction.txid,
      height: transaction.status.block_height ?? null,
      outputs: transaction.vout.map((output, vout) => ({
        vout,
        address: output.scriptpubkey_address ?? null,
        amount: satoshis(BigInt(output.value)),
      })),
    }
  }

  async hasHistory(address: string): Promise<boolean> {
    const stats = this.parse(historySchema, await this.json(await this.ok(`/address/${address}`)))
    return stats.chain_stats.tx_count + stats.mempool_stats.tx_count > 0
  }

  private async outputsOf(address: string): Promise<ObservedOutput[]> {
    const transactions = this.parse(
      z.array(transactionSchema),
      await this.json(await this.ok(`/address/${address}/txs`)),
    )
    let confirmed = transactions.filter(({ status }) => status.confirmed)
    while (confirmed.length === PAGE) {
      const last = confirmed[PAGE - 1]
      confirmed = this.parse(
        z.array(transactionSchema),
        await this.json(await this.ok(`/address/${address}/txs/chain/${last?.txid}`)),
      )
      transactions.push(...confirmed)
    }
    return transactions.flatMap((transaction) => outputsTo(address, transaction))
  }

  private async text(path: string): Promise<string> {
    return (await this.ok(path)).text()
  }

  private async json(answer: Response): Promise<unknown> {
    try {
      return await answer.json()
    } catch (cause) {
      throw this.unavailable("it answered something that is not JSON", cause)
    }
  }

  private async ok(path: string): Promise<Response> {
    const answer = await this.request(path)
    if (!answer.ok) throw this.unavailable(`it answered ${answer.status} to ${path.split("/")[1]}`)
    return answer
  }

  /** Any answer of 404 or below 400; everything else is "unavailable", never "unpaid". */
  private async request(path: string): Promise<Response> {
    try {
      const answer = await fetch(this.options.url + path, {
        signal: AbortSignal.timeout(this.options.timeoutMs ?? 10_000),
        redirect: "error",
      })
      if (answer.ok || answer.status === 404) return answer
      throw this.unavailable(`it answered ${answer.status}`)
    } catch (cause) {
      if (cause instanceof ChainUnavailable) throw cause
      throw this.unavailable(cause instanceof Error ? cause.message : "no answer", cause)
    }
  }

  private parse<T>(schema: z.ZodType<T>, value: unknown): T {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw this.unavailable("its answer has another shape", parsed.error)
    return parsed.data
  }

  private unavailable(why: string, cause?: unknown): ChainUnavailable {
    return new ChainUnavailable(this.name, why, { cause })
  }
}

function outputsTo(address: string, { txid, vout, status }: EsploraTransaction): ObservedOutput[] {
  return vout.flatMap((output, index) =>
    output.scriptpubkey_address === address
      ? [
          {
            txid,
            vout: index,
            address,
            amount: satoshis(BigInt(output.value)),
            status: status.confirmed ? ("confirmed" as const) : ("mempool" as const),
            height: status.confirmed ? (status.block_height ?? null) : null,
            blockHash: status.confirmed ? (status.block_hash ?? null) : null,
            blockTime: status.confirmed && status.block_time !== undefined ? status.block_time * 1000 : null,
          },
        ]
      : [],
  )
}
