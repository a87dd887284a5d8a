import type { Txid } from "../../ports/chain-source"
import { mempoolEntrySchema, txidsSchema } from "./answers"
import { requireMempool } from "./node"
import type { RpcClient } from "./rpc-client"
import { RPC, type RpcRefusal } from "./unavailable"

/** Above it the whole mempool is listed: on a busy day 200,000 ids, 13 MB. An answer for each of these has 200 kB, in batches. */
const MAX_ENTRIES = 300
/** A transaction that fell out of the mempool is looked for again with each new block, and this often between them. */
const POLLS_BETWEEN_LOOKS = 20

/** The wallet lists unconfirmed transactions without end, also dropped and replaced ones: they are remembered between polls. */
export class Mempool {
  /** When each one entered the mempool, in seconds. */
  private times = new Map<Txid, number>()
  private absent = new Set<Txid>()
  private lookedAt = ""
  private polls = 0

  constructor(private readonly node: RpcClient) {}

  /** Those in the mempool, and since when, in seconds. @throws ChainUnavailable until the node has read its mempool back */
  async waiting(txids: readonly Txid[], tipHash: string): Promise<ReadonlyMap<Txid, number>> {
    this.polls += 1
    if (this.lookedAt !== tipHash || this.polls % POLLS_BETWEEN_LOOKS === 0) this.absent.clear()
    this.lookedAt = tipHash
    const asked = [...new Set(txids)].filter((txid) => !this.absent.has(txid))
    const found = await this.entries(asked)
    this.absent = new Set([...this.absent, ...asked.filter((txid) => !found.has(txid))])
    return found
  }

  /** Which of these are in the mempool at this moment. @throws ChainUnavailable as `waiting` */
  async entries(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, number>> {
    const asked = [...new Set(txids)]
    const found = await (asked.length > MAX_ENTRIES ? this.listed(asked) : this.asked(asked))
    if (found.size < asked.length) await requireMempool(this.node)
    this.times = new Map([...this.times, ...found])
    return found
  }

  private async listed(txids: readonly Txid[]): Promise<Map<Txid, number>> {
    const pool = new Set(await this.node.ask(txidsSchema, "getrawmempool"))
    const present = txids.filter((txid) => pool.has(txid))
    this.times = new Map([...this.times].filter(([txid]) => pool.has(txid)))
    const found = await this.asked(present.filter((txid) => !this.times.has(txid)))
    for (const txid of present) {
      const time = this.times.get(txid)
      if (time !== undefined) found.set(txid, time)
    }
    return found
  }

  private async asked(txids: readonly Txid[]): Promise<Map<Txid, number>> {
    const calls = txids.map((txid) => ({ method: "getmempoolentry", params: [txid] }))
    const entries = await this.node.askAll(mempoolEntrySchema, calls, isUnknown)
    return new Map(
      entries.flatMap((entry, index) => (entry === null ? [] : [[txids[index] ?? "", entry.time] as const])),
    )
  }
}

function isUnknown(refusal: RpcRefusal): boolean {
  return refusal.code === RPC.invalidAddressOrKey
}
