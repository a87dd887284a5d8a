import type {
  ChainSource,
  ChainTransaction,
  LostTransaction,
  Observations,
  PresentOutput,
  Question,
  Tip,
  Txid,
} from "../../ports/chain-source"
import { readDescriptor, type Network } from "../descriptor"
import {
  blockHeaderSchema,
  mempoolEntrySchema,
  rawTransactionSchema,
  receivedAmountSchema,
  sinceBlockSchema,
  walletTransactionSchema,
  type Place,
  type SinceBlock,
  type WalletTransaction,
} from "./answers"
import { Authorisation, type Credentials } from "./credentials"
import { DescriptorWallet, type WalletBirth } from "./descriptor-wallet"
import { requireMempool, tipOf } from "./node"
import { RpcClient } from "./rpc-client"
import { NAME, RPC, RpcRefusal } from "./unavailable"

export interface BitcoinCoreOptions {
  /** http://host:port of the node's RPC server; user and password belong into `credentials`. */
  readonly url: string
  readonly credentials: Credentials
  /** The wallet's name at the node. It is made when it is missing; it must be the shop's own. */
  readonly wallet: string
  readonly network: Network
  /** A watch-only output descriptor with its checksum. */
  readonly descriptor: string
  /** Nothing was paid to the descriptor before: the first search starts there. Default: the first block. */
  readonly birth?: WalletBirth | undefined
  /** How long one answer may take; default 10 s. */
  readonly timeoutMs?: number
  /** How long one call may search the past before it says "not yet"; default 8 s. */
  readonly searchMs?: number
}

/**
 * A chain source over a node of one's own: Bitcoin Core 24 or later (28 tells mempool conflicts), not pruned below
 * the wallet's birth. It follows the whole wallet, so a poll costs what changed, not how many invoices are open.
 */
export class BitcoinCore implements ChainSource {
  readonly name = NAME
  readonly sees = "everything"
  private readonly node: RpcClient
  private readonly wallet: DescriptorWallet
  /** Searches that were answered for, and the block since which the last of those answers may not have been kept. */
  private told: { readonly searches: number; readonly owedSince: string | null } = {
    searches: 0,
    owedSince: null,
  }

  /** @throws Error with a sentence when a setting cannot be right */
  constructor(private readonly options: BitcoinCoreOptions) {
    const url = new URL(options.url)
    // Our own sentence: fetch would repeat the whole address, password and all.
    if (url.username !== "" || url.password !== "")
      throw new Error(
        "Bitcoin Core's address must not hold a user and password; they have settings of their own.",
      )
    this.node = new RpcClient({
      url: options.url,
      authorisation: new Authorisation(options.credentials),
      timeoutMs: options.timeoutMs ?? 10_000,
    })
    this.wallet = new DescriptorWallet(this.node, {
      name: options.wallet,
      descriptor: options.descriptor,
      firstAddress: readDescriptor(options.descriptor, options.network).addressAt(0),
      birth: options.birth ?? null,
      searchMs: options.searchMs ?? 8000,
    })
  }

  async tip(): Promise<Tip> {
    const tip = await tipOf(this.node, this.options.network)
    await this.wallet.advance()
    return tip
  }

  async outputsPaying({ known, since }: Question): Promise<Observations> {
    await this.ready()
    const listed = await this.listSince(since)
    const unconfirmed = listed.transactions.filter(({ confirmations }) => confirmations === 0)
    // A replaced transaction stays in the list at 0 confirmations: only the mempool tells.
    const waiting = await this.inMempool(unconfirmed.map(({ txid }) => txid))
    const present = listed.transactions.flatMap((entry): PresentOutput[] => {
      if (entry.confirmations <= 0 && !waiting.has(entry.txid)) return []
      const { txid, vout, address, amount } = entry
      return [{ txid, vout, address, amount, ...placeOf(entry) }]
    })
    // What a reorganisation took out is asked for again, even if it was settled long ago.
    const asked = new Set([...known, ...listed.removed.map(({ txid }) => txid)])
    for (const { txid } of present) asked.delete(txid)
    const answers = await this.lookUp([...asked])
    return {
      present: distinct([...present, ...answers.flatMap((answer) => outputsOf(answer))]),
      lost: answers.flatMap(({ lost }) => (lost === null ? [] : [lost])),
    }
  }

  /** One that pays only others is known from the mempool; from a block only if the node has `txindex`. */
  async transaction(txid: Txid): Promise<ChainTransaction | null> {
    await this.ready()
    const [answer] = await this.lookUp([txid])
    if (!answer?.found) return this.foreignTransaction(txid)
    if (answer.lost !== null) return null
    return { txid, height: answer.found.blockheight ?? null, outputs: outputsIn(answer.found.decoded) }
  }

  async hasHistory(address: string): Promise<boolean> {
    await this.ready()
    const MEMPOOL_TOO = 0
    const REWARDS_TOO = true
    // It counts replaced transactions twice, which does not matter here.
    const received = await this.wallet.rpc.ask(receivedAmountSchema, "getreceivedbyaddress", [
      address,
      MEMPOOL_TOO,
      REWARDS_TOO,
    ])
    return received > 0n
  }

  async follow(upToIndex: number): Promise<void> {
    if (this.wallet.covers(upToIndex)) return
    await tipOf(this.node, this.options.network)
    await this.wallet.follow(upToIndex)
  }

  async rescan(fromHeight: number | null): Promise<void> {
    await tipOf(this.node, this.options.network)
    await this.wallet.searchAgain(fromHeight)
  }

  private async foreignTransaction(txid: Txid): Promise<ChainTransaction | null> {
    const calls = [{ method: "getrawtransaction", params: [txid, true] }]
    const [found] = await this.node.askAll(rawTransactionSchema, calls, isUnknown)
    if (!found) return null
    const outputs = outputsIn(found)
    if (found.blockhash === undefined) return { txid, height: null, outputs }
    const { height } = await this.node.ask(blockHeaderSchema, "getblockheader", [found.blockhash])
    return { txid, height, outputs }
  }

  private async ready(): Promise<void> {
    await tipOf(this.node, this.options.network)
    await this.wallet.ready()
  }

  private async listSince(since: string | null): Promise<SinceBlock> {
    const news = await this.listSinceBlock(since)
    if (!this.owesEverythingSince(since) || since === null) return news
    return { ...(await this.listSinceBlock(null)), removed: news.removed }
  }

  private async listSinceBlock(since: string | null): Promise<SinceBlock> {
    const ask = async (block: string) =>
      // One confirmation, watch-only too, removed too, and "change": coins sent by the wallet's owner to the shop.
      this.wallet.rpc.ask(sinceBlockSchema, "listsinceblock", [block, 1, true, true, true])
    if (since === null) return ask("")
    try {
      return await ask(since)
    } catch (failure) {
      // The node has never heard of that block, or pruned it after a reorganisation: everything, then.
      const isUnknown = failure instanceof RpcRefusal && UNKNOWN_BLOCK.has(failure.code)
      if (isUnknown) return ask("")
      throw failure
    }
  }

  /**
   * A search of the past finds what lies before the last poll: everything is told then, and again until a later block
   * in the question shows that such a poll was kept.
   */
  private owesEverythingSince(since: string | null): boolean {
    const { searches } = this.wallet
    if (searches !== this.told.searches) this.told = { searches, owedSince: since }
    return this.told.owedSince === since
  }

  /** Which of these are in the mempool at this moment. */
  private async inMempool(txids: readonly Txid[]): Promise<ReadonlySet<Txid>> {
    const asked = [...new Set(txids)]
    const calls = asked.map((txid) => ({ method: "getmempoolentry", params: [txid] }))
    const entries = await this.node.askAll(mempoolEntrySchema, calls, isUnknown)
    return new Set(asked.filter((_, index) => entries[index] !== null))
  }

  private async lookUp(txids: readonly Txid[]): Promise<Answer[]> {
    const calls = txids.map((txid) => ({ method: "gettransaction", params: [txid, true, true] }))
    const found = await this.wallet.rpc.askAll(walletTransactionSchema, calls, isUnknown)
    const unconfirmed = found.filter((transaction) => transaction?.confirmations === 0)
    const waiting = await this.inMempool(unconfirmed.flatMap((transaction) => transaction?.txid ?? []))
    if (unconfirmed.some((transaction) => !waiting.has(transaction?.txid ?? "")))
      await requireMempool(this.node)
    return txids.map((txid, index) => {
      const transaction = found[index] ?? null
      return { found: transaction, lost: lossOf(txid, transaction, waiting) }
    })
  }
}

const UNKNOWN_BLOCK: ReadonlySet<number> = new Set([RPC.invalidAddressOrKey, RPC.internalError])

interface Answer {
  readonly found: WalletTransaction | null
  readonly lost: LostTransaction | null
}

function isUnknown(refusal: RpcRefusal): boolean {
  return refusal.code === RPC.invalidAddressOrKey
}

function lossOf(
  txid: Txid,
  found: WalletTransaction | null,
  waiting: ReadonlySet<Txid>,
): LostTransaction | null {
  if (found === null) return { txid, status: "gone" }
  if (found.confirmations > 0 || waiting.has(txid)) return null
  const isConflicted = found.confirmations < 0 || found.mempoolconflicts.length > 0
  return { txid, status: isConflicted ? "conflicted" : "gone" }
}

function placeOf(place: Place): Pick<PresentOutput, "status" | "height" | "blockHash" | "blockTime"> {
  if (place.confirmations <= 0) return { status: "mempool", height: null, blockHash: null, blockTime: null }
  return {
    status: "confirmed",
    height: place.blockheight ?? null,
    blockHash: place.blockhash ?? null,
    blockTime: place.blocktime === undefined ? null : place.blocktime * 1000,
  }
}

function outputsIn({ vout }: WalletTransaction["decoded"]): ChainTransaction["outputs"] {
  return vout.map(({ n, value, scriptPubKey }) => ({
    vout: n,
    address: scriptPubKey.address ?? null,
    amount: value,
  }))
}

/** Whomever they pay: the shop's ledger knows its own addresses. */
function outputsOf({ found, lost }: Answer): PresentOutput[] {
  if (found === null || lost !== null) return []
  return outputsIn(found.decoded).flatMap(({ vout, address, amount }) =>
    address === null ? [] : [{ txid: found.txid, vout, address, amount, ...placeOf(found) }],
  )
}

/** One entry for each output: coins that the wallet sent to itself are listed as sent and as received. */
function distinct(outputs: readonly PresentOutput[]): PresentOutput[] {
  return [...new Map(outputs.map((output) => [`${output.txid}:${output.vout}`, output])).values()]
}
