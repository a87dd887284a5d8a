import { SETTLED } from "../../domain/confirmations"
import {
  BroadcastRefused,
  FEE_BLOCKS,
  type ChainSource,
  type ChainTip,
  type ChainTransaction,
  type LostTransaction,
  type Observations,
  type PresentOutput,
  type Question,
  type Spend,
  type Tip,
  type Txid,
} from "../../ports/chain-source"
import { isDerivedHere, readDescriptor, type AddressBook, type Network } from "../descriptor"
import {
  blockHeaderSchema,
  feeSchema,
  hashSchema,
  mempoolSpendsSchema,
  rawTransactionSchema,
  receivedAmountSchema,
  sentSinceSchema,
  sinceBlockSchema,
  unspentSchema,
  walletTransactionSchema,
  type Place,
  type SinceBlock,
  type WalletTransaction,
} from "./answers"
import { Authorisation, type Credentials } from "./credentials"
import { DescriptorWallet, type WalletBirth } from "./descriptor-wallet"
import { Mempool } from "./mempool"
import { NodeAddresses } from "./node-addresses"
import { tipOf } from "./node"
import { RpcClient } from "./rpc-client"
import { NAME, RPC, RpcRefusal, unavailable } from "./unavailable"
import { distinct, lossOf, partsOf, placeOf } from "./wallet-entries"

export interface BitcoinCoreOptions {
  /** http://host:port of the node's RPC server; user and password belong into `credentials`. */
  readonly url: string
  readonly credentials: Credentials
  /** The wallet's name at the node. It is made when it is missing; it must be the shop's own. */
  readonly wallet: string
  readonly network: Network
  readonly descriptor: string
  /** Nothing was paid to the descriptor before: the first search starts there. Default: the first block. */
  readonly birth?: WalletBirth | undefined
  /** How long one answer may take; default 10 s. */
  readonly timeoutMs?: number
  /** How long one call may search the past before it says "not yet"; default 8 s. */
  readonly searchMs?: number
}

/** Bitcoin Core 24 or later (28 tells mempool conflicts), not pruned below the wallet's birth. A poll costs what changed. */
export class BitcoinCore implements ChainSource {
  readonly name = NAME
  readonly sees = "everything"
  private readonly node: RpcClient
  private readonly rpc: RpcClient
  private readonly mempool: Mempool
  /** By descriptor: the shop's own, and those of earlier wallets whose invoices are still watched. */
  private readonly wallets = new Map<string, DescriptorWallet>()
  private readonly books = new Map<string, AddressBook>()
  private lastTip: ChainTip | null = null
  /** Whether the last list came from wallets whose whole past is known. */
  private isListComplete = true

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
    this.rpc = this.node.forWallet(options.wallet)
    this.mempool = new Mempool(this.node)
    this.walletOf(options.descriptor)
  }

  /** Derived by the shop, or by the node what only that can read. */
  readonly addressesOf = (descriptor: string): AddressBook => {
    const { network } = this.options
    const book =
      this.books.get(descriptor) ??
      (isDerivedHere(descriptor)
        ? readDescriptor(descriptor, network)
        : new NodeAddresses(this.node, descriptor, network))
    this.books.set(descriptor, book)
    return book
  }

  async tip(): Promise<ChainTip> {
    const { hash, height } = await tipOf(this.node, this.options.network)
    if (this.lastTip?.hash !== hash) {
      const header = await this.node.ask(blockHeaderSchema, "getblockheader", [hash])
      const previousHash = header.previousblockhash ?? null
      this.lastTip = { hash, height, previousHash, time: header.time * 1000 }
    }
    for (const wallet of this.wallets.values()) await wallet.advance()
    return this.lastTip
  }

  async outputsPaying({ known, since }: Question): Promise<Observations> {
    const tip = await this.ready()
    const before = this.completeWallets()
    const listed = await this.listSince(since, tip)
    for (const wallet of this.wallets.values()) await wallet.look()
    // A node that was replaced meanwhile lists what was found in its new wallet so far.
    this.isListComplete = before !== null && before === this.completeWallets()
    const unconfirmed = listed.transactions.filter(({ confirmations }) => confirmations === 0)
    // A replaced transaction stays in the list at 0 confirmations: only the mempool tells.
    const waiting = await this.mempool.waiting(
      unconfirmed.map(({ txid }) => txid),
      tip.hash,
    )
    const present = listed.transactions.flatMap((entry): PresentOutput[] => {
      const enteredAt = waiting.get(entry.txid) ?? null
      if (entry.confirmations <= 0 && enteredAt === null) return []
      const { txid, vout, address, amount } = entry
      return [{ txid, vout, address, amount, ...placeOf(entry), heardAt: this.heardAt(entry, enteredAt) }]
    })
    // What a reorganisation took out is asked for again, even if it was settled long ago.
    const asked = new Set([...known, ...listed.removed.map(({ txid }) => txid)])
    for (const { txid } of present) asked.delete(txid)
    const answers = await this.lookUp([...asked])
    return {
      present: distinct([...present, ...answers.flatMap((answer) => this.outputsOf(answer))]),
      lost: answers.flatMap(({ lost }) => (lost === null ? [] : [lost])),
    }
  }

  /** One that pays only others is known from the mempool; from a block only if the node has `txindex`. */
  async transaction(txid: Txid): Promise<ChainTransaction | null> {
    await this.ready()
    const [answer] = await this.lookUp([txid])
    if (!answer?.found) return this.foreignTransaction(txid)
    if (answer.lost !== null) return null
    const { height, blockTime: time } = placeOf({ ...answer.found, generated: false })
    return { txid, height, time, ...partsOf(answer.found.decoded) }
  }

  async spendOf({ txid, vout }: { txid: Txid; vout: number }): Promise<Spend | null> {
    await this.ready()
    const [waiting] = await this.node.ask(mempoolSpendsSchema, "gettxspendingprevout", [[{ txid, vout }]])
    if (waiting?.spendingtxid !== undefined) return { txid: waiting.spendingtxid, isConfirmed: false }
    const BLOCKS_ONLY = false
    if ((await this.node.ask(unspentSchema, "gettxout", [txid, vout, BLOCKS_ONLY])) !== null) return null
    // Spent in a block: the wallet lists what it sends, from the block of the output on.
    const { blockhash } = await this.rpc.ask(walletTransactionSchema, "gettransaction", [txid, true, true])
    const { transactions } = await this.rpc.ask(sentSinceSchema, "listsinceblock", [
      ...[blockhash ?? "", 1, true, true, true],
    ])
    const sent = await this.lookUp([...new Set(transactions.map((entry) => entry.txid))])
    const spender = sent.find(({ found }) =>
      found?.decoded.vin.some((input) => input.txid === txid && input.vout === vout),
    )
    if (!spender?.found) throw unavailable(`it does not say what spent the output ${vout} of ${txid}`)
    return { txid: spender.found.txid, isConfirmed: true }
  }

  async feeEstimate(): Promise<number | null> {
    const { feerate } = await this.node.ask(feeSchema, "estimatesmartfee", [FEE_BLOCKS])
    return feerate === undefined ? null : feerate * 1e5
  }

  async broadcast(transaction: string): Promise<void> {
    await this.ready()
    try {
      await this.node.ask(hashSchema, "sendrawtransaction", [transaction])
    } catch (refusal) {
      if (refusal instanceof RpcRefusal && REFUSES_TRANSACTION.has(refusal.code))
        throw new BroadcastRefused(refusal.message)
      throw refusal
    }
  }

  async hasHistory(address: string): Promise<boolean> {
    await this.ready()
    const MEMPOOL_TOO = 0
    const REWARDS_TOO = true
    // It counts replaced transactions twice, which does not matter here.
    const received = await this.rpc.ask(receivedAmountSchema, "getreceivedbyaddress", [
      address,
      MEMPOOL_TOO,
      REWARDS_TOO,
    ])
    return received > 0n
  }

  async follow(upToIndex: number, descriptor = this.options.descriptor): Promise<void> {
    const wallet = this.walletOf(descriptor)
    if (wallet.covers(upToIndex)) return
    await tipOf(this.node, this.options.network)
    await wallet.follow(upToIndex)
  }

  async rescan(fromHeight: number | null): Promise<void> {
    await tipOf(this.node, this.options.network)
    for (const wallet of this.wallets.values()) await wallet.searchAgain(fromHeight)
  }

  isRescanning(): boolean {
    return !this.isListComplete || [...this.wallets.values()].some((wallet) => wallet.isSearching)
  }

  clockOffset(): number | null {
    return this.node.clockOffset
  }

  /** Milliseconds by our clock. Wallet and mempool each have a time by the node's, and either may have heard of it first. */
  private heardAt({ timereceived }: Place, enteredAt: number | null): number {
    return Math.min(timereceived, enteredAt ?? timereceived) * 1000 - (this.clockOffset() ?? 0)
  }

  /** Whomever they pay: the shop's ledger knows its own addresses. */
  private outputsOf({ found, enteredAt, lost }: Answer): PresentOutput[] {
    if (found === null || lost !== null) return []
    const { txid } = found
    const heardAt = this.heardAt(found, enteredAt)
    return partsOf(found.decoded).outputs.flatMap(({ vout, address, amount }) =>
      address === null ? [] : [{ txid, vout, address, amount, ...placeOf(found), heardAt }],
    )
  }

  private walletOf(descriptor: string): DescriptorWallet {
    const { birth, searchMs } = this.options
    const wallet =
      this.wallets.get(descriptor) ??
      new DescriptorWallet(this.node, {
        name: this.options.wallet,
        descriptor,
        addresses: this.addressesOf(descriptor),
        birth: birth ?? null,
        searchMs: searchMs ?? 8000,
      })
    this.wallets.set(descriptor, wallet)
    return wallet
  }

  private async foreignTransaction(txid: Txid): Promise<ChainTransaction | null> {
    const calls = [{ method: "getrawtransaction", params: [txid, true] }]
    const [found] = await this.node.askAll(rawTransactionSchema, calls, isUnknown)
    if (!found) return null
    const parts = partsOf(found)
    if (found.blockhash === undefined) return { txid, height: null, time: null, ...parts }
    const { height, time } = await this.node.ask(blockHeaderSchema, "getblockheader", [found.blockhash])
    return { txid, height, time: time * 1000, ...parts }
  }

  private async ready(): Promise<Tip> {
    const tip = await tipOf(this.node, this.options.network)
    for (const wallet of this.wallets.values()) await wallet.ready()
    return tip
  }

  /** Names the node's wallets; null while the past of one of them is being searched. */
  private completeWallets(): string | null {
    const names = [...this.wallets.values()].map(({ complete }) => complete)
    return names.includes(null) ? null : names.join()
  }

  private async listSince(since: Tip | null, tip: Tip): Promise<SinceBlock> {
    const ask = async (block: string) =>
      // One confirmation, watch-only too, removed too, and "change": coins sent by the wallet's owner to the shop.
      this.rpc.ask(sinceBlockSchema, "listsinceblock", [block, 1, true, true, true])
    if (since === null) return ask("")
    try {
      return await ask(since.hash)
    } catch (failure) {
      if (!(failure instanceof RpcRefusal && UNKNOWN_BLOCK.has(failure.code))) throw failure
      // Another node that never had that block, or a pruned branch: from so deep that no reorganisation reaches it.
      const height = Math.min(since.height, tip.height) - SETTLED
      if (height <= 0) return ask("")
      return ask(await this.node.ask(hashSchema, "getblockhash", [height]))
    }
  }

  private async lookUp(txids: readonly Txid[]): Promise<Answer[]> {
    const calls = txids.map((txid) => ({ method: "gettransaction", params: [txid, true, true] }))
    const found = await this.rpc.askAll(walletTransactionSchema, calls, isUnknown)
    const unconfirmed = found.filter((transaction) => transaction?.confirmations === 0)
    const waiting = await this.mempool.entries(unconfirmed.flatMap((transaction) => transaction?.txid ?? []))
    return txids.map((txid, index) => {
      const transaction = found[index] ?? null
      const enteredAt = waiting.get(txid) ?? null
      return { found: transaction, enteredAt, lost: lossOf(txid, transaction, enteredAt) }
    })
  }
}

const REFUSES_TRANSACTION: ReadonlySet<number> = new Set([
  RPC.deserialization,
  RPC.verifyError,
  RPC.verifyRejected,
])
const UNKNOWN_BLOCK: ReadonlySet<number> = new Set([RPC.invalidAddressOrKey, RPC.internalError])

interface Answer {
  readonly found: WalletTransaction | null
  /** When it entered the mempool, in seconds; null while it is not there. */
  readonly enteredAt: number | null
  readonly lost: LostTransaction | null
}

function isUnknown(refusal: RpcRefusal): boolean {
  return refusal.code === RPC.invalidAddressOrKey
}
