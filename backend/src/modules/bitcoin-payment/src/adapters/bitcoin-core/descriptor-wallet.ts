import { randomBytes } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import type { Addresses } from "../../ports/addresses"
import { changeDescriptor } from "../descriptor"
import {
  addressesSchema,
  addressSchema,
  blockchainSchema,
  blockHeaderSchema,
  descriptorsSchema,
  hashSchema,
  heightSchema,
  importSchema,
  rescanSchema,
} from "./answers"
import type { RpcClient } from "./rpc-client"
import { readMark, writeMark, type ScanMark } from "./scan-mark"
import { RPC, RpcRefusal, unavailable } from "./unavailable"
import { openWallet } from "./wallet-file"

/** Addresses beyond the last one given out that must already be followed, so that no checkout waits for a rescan. */
const AHEAD = 1000
/** How far a new range reaches beyond that; doubled with the index, so that searches become rare. */
const STEP = 2000
/** No range of the node's is longer than a million. */
const LAST_INDEX = 999_999
/** One request to search stays about this short, whatever the machine. */
const CHUNK_MS = 2000

/** Before what nothing was paid to the wallet: a moment (ms since 1970), or a block. */
export type WalletBirth = { readonly at: number } | { readonly height: number }

export interface DescriptorWalletOptions {
  readonly name: string
  readonly descriptor: string
  /** The address at index 0, if we derive it: the node has to agree. */
  readonly addresses: Addresses
  /** Nothing is searched in blocks before; null: from the first block on. */
  readonly birth: WalletBirth | null
  /** How long one call may go on with the very first search before it says "not yet". */
  readonly searchMs: number
}

export class DescriptorWallet {
  private readonly rpc: RpcClient
  isSearching = false
  /** Which wallet of the node's it was when it was last read; null while its past is being searched. */
  complete: string | null = null
  /** The highest index that was asked for: a node that was replaced must follow as many again. */
  private wanted = 0
  private blocksAtOnce = 200
  /** As last read from the node: it never shrinks while the node keeps the wallet. */
  private reach: { readonly searched: number; readonly followed: number } = { searched: -1, followed: -1 }
  private turn: Promise<unknown> = Promise.resolve()
  /** Which wallet of the node's is known to follow its change. */
  private withChange: string | null = null

  constructor(
    private readonly node: RpcClient,
    private readonly options: DescriptorWalletOptions,
  ) {
    this.rpc = node.forWallet(options.name)
  }

  /** Ready to be asked. @throws ChainUnavailable until the past of the first addresses is known */
  async ready(): Promise<void> {
    await this.inTurn(async () => {
      const { mark, isScanning } = await this.state()
      if (!this.covers(this.wanted)) await this.grow(this.wanted, mark, isScanning)
    })
  }

  async look(): Promise<void> {
    await this.inTurn(async () => {
      await this.state()
    })
  }

  /** Goes on for a moment with a search that is under way. */
  async advance(): Promise<void> {
    await this.inTurn(async () => {
      const { mark, isScanning } = await this.state()
      if (mark === null || mark.end < 0) return this.grow(this.wanted, mark, isScanning)
      if (isScanning) return
      const current = await this.addChange(mark)
      if (current.next !== null) await this.search(current, 0)
    })
  }

  /** Follows the addresses up to this index and well beyond. @throws ChainUnavailable until its past is known */
  async follow(index: number): Promise<void> {
    this.wanted = Math.max(this.wanted, index)
    if (this.covers(index)) return
    await this.inTurn(async () => {
      if (this.covers(index)) return
      const { mark, isScanning } = await this.state()
      if (!this.covers(index)) await this.grow(index, mark, isScanning)
    })
  }

  /** The past of all addresses, from this block or the wallet's birth on. `advance` does it in pieces, beside the polls. */
  async searchAgain(fromHeight: number | null): Promise<void> {
    await this.inTurn(async () => {
      const { mark } = await this.state()
      if (mark !== null && mark.end >= 0) await this.writeSearch(mark, fromHeight)
    })
  }

  covers(index: number): boolean {
    return index <= this.reach.searched && index + AHEAD <= this.reach.followed
  }

  private get firstAddress(): string {
    return this.options.addresses.addressAt(0)
  }

  private async state(): Promise<{ mark: ScanMark | null; isScanning: boolean }> {
    const { isScanning } = await openWallet(this.node, this.options.name)
    await this.options.addresses.prepare(0)
    const { ismine, labels } = await this.rpc.ask(addressSchema, "getaddressinfo", [this.firstAddress])
    const mark = ismine ? readMark(labels) : null
    this.remember(mark)
    return { mark, isScanning }
  }

  private async grow(index: number, before: ScanMark | null, isScanning: boolean): Promise<void> {
    if (index + AHEAD > LAST_INDEX)
      throw unavailable("a wallet ends at a million addresses; give the shop the key of a new account")
    let mark = before
    // During a rescan the node accepts no new range.
    if (!isScanning && (mark === null || (mark.next?.end ?? mark.end) < index + AHEAD))
      mark = await this.extend(Math.min(2 * index + STEP, LAST_INDEX), mark)
    if (mark !== null && index <= mark.end) return
    if (isScanning || mark === null) throw unavailable("its wallet is being rescanned by another client")
    mark = await this.search(mark, this.options.searchMs)
    if (index > mark.end)
      throw unavailable(`its wallet is being searched for the past: block ${mark.next?.height ?? 0} is done`)
  }

  private async extend(wanted: number, mark: ScanMark | null): Promise<ScanMark> {
    const { descriptor } = this.options
    const { descriptors } = await this.rpc.ask(descriptorsSchema, "listdescriptors")
    const rangeOf = (own: string) =>
      descriptors.find(({ desc }) => comparable(desc) === comparable(own))?.range?.[1] ?? -1
    // The books ask what spends the wallet's change, too. The node widens a range when money arrives, and refuses a narrower one.
    const change = changeDescriptor(descriptor)
    const short = [descriptor, ...(change === null ? [] : [change])].filter((each) => rangeOf(each) < wanted)
    if (short.length > 0) await this.import(short, wanted)
    const followed = rangeOf(descriptor)
    const end = mark?.end ?? -1
    // The first search must be whole. Later ranges hold addresses that this shop has not given out; on a pruned node it
    // is enough to look where a lost backup's orders would lie, in the blocks that are left.
    const from = Math.max(await this.birthHeight(), end < 0 ? 0 : await this.firstBlock())
    const wallet = mark?.wallet ?? randomBytes(8).toString("hex")
    return this.write({ wallet, end, next: { end: Math.max(wanted, followed), height: from - 1 } })
  }

  /** A wallet that was made before its change was followed gets that, too, and its past, while checkouts go on. */
  private async addChange(mark: ScanMark): Promise<ScanMark> {
    const change = changeDescriptor(this.options.descriptor)
    if (change === null || this.withChange === mark.wallet) return mark
    const [first] = await this.node.ask(addressesSchema, "deriveaddresses", [change, [0, 0]])
    const { ismine } = await this.rpc.ask(addressSchema, "getaddressinfo", [first])
    let current = mark
    if (!ismine) {
      // Before the import, so that a crash leaves the search due; and after it, as another process may have ended that search.
      await this.writeSearch(mark, null)
      await this.import([change], Math.max(mark.end, mark.next?.end ?? 0))
      current = await this.writeSearch(mark, null)
    }
    this.withChange = mark.wallet
    return current
  }

  private async writeSearch(mark: ScanMark, fromHeight: number | null): Promise<ScanMark> {
    const from = Math.max(fromHeight ?? (await this.birthHeight()), await this.firstBlock())
    const height = Math.min(from - 1, mark.next?.height ?? Infinity)
    return this.write({ ...mark, next: { end: Math.max(mark.end, mark.next?.end ?? 0), height } })
  }

  /** From "now" on: the past is searched afterwards, in pieces. This looks through the mempool, too. */
  private async import(descriptors: readonly string[], end: number): Promise<void> {
    const { descriptor } = this.options
    const [first] = await this.node.ask(addressesSchema, "deriveaddresses", [descriptor, [0, 0]])
    if (first !== this.firstAddress)
      throw unavailable("it derives other addresses from the descriptor than we do")
    const requests = descriptors.map((desc) => {
      return { desc, timestamp: "now", range: [0, end], active: false }
    })
    const results = await this.rpc.ask(importSchema, "importdescriptors", [requests], 120_000)
    const failed = results.find(({ success }) => !success)
    if (failed === undefined) return
    throw new RpcRefusal("importdescriptors", failed.error?.code ?? 0, failed.error?.message ?? "no reason")
  }

  /** Searches block by block for `budgetMs`, at least one piece, and writes down how far it came. */
  private async search(from: ScanMark, budgetMs: number): Promise<ScanMark> {
    const startedAt = performance.now()
    let mark = from
    for (let pieces = 0; pieces === 0 || performance.now() - startedAt < budgetMs; pieces += 1) {
      if (mark.next === null) return mark
      const height = await this.node.ask(heightSchema, "getblockcount")
      if (mark.next.height >= height) return this.write({ ...mark, end: mark.next.end, next: null })
      // The node scans new blocks without being asked.
      const stop = Math.min(height, mark.next.height + this.blocksAtOnce)
      const pieceAt = performance.now()
      const done = await this.rescan(mark.next.height + 1, stop)
      if (done.stop_height === null) throw unavailable("its search of the past was cut short")
      const took = performance.now() - pieceAt
      this.blocksAtOnce = Math.max(
        1,
        Math.min(20_000, Math.round((this.blocksAtOnce * CHUNK_MS) / (took + 1))),
      )
      const isDone = done.stop_height >= height
      const next = { end: mark.next.end, height: done.stop_height }
      mark = await this.write(isDone ? { ...mark, end: next.end, next: null } : { ...mark, next })
    }
    return mark
  }

  private async rescan(start: number, stop: number) {
    try {
      return await this.rpc.ask(rescanSchema, "rescanblockchain", [start, stop], 120_000)
    } catch (failure) {
      const isPruned =
        failure instanceof RpcRefusal && failure.code === RPC.miscError && (await this.firstBlock()) > start
      if (!isPruned) throw failure
      throw unavailable(
        `it is pruned and has no block ${start} any more; set BITCOIN_WALLET_BIRTHDAY to a day whose blocks it has, if the wallet is not older`,
        { cause: failure },
      )
    }
  }

  private async firstBlock(): Promise<number> {
    return (await this.node.ask(blockchainSchema, "getblockchaininfo")).pruneheight ?? 0
  }

  private async write(mark: ScanMark): Promise<ScanMark> {
    await this.rpc.ask(z.null(), "setlabel", [this.firstAddress, writeMark(mark)])
    this.remember(mark)
    return mark
  }

  private remember(mark: ScanMark | null): void {
    const searched = mark?.end ?? -1
    this.reach = { searched, followed: mark?.next?.end ?? searched }
    this.isSearching = mark !== null && mark.next !== null
    this.complete = mark === null || this.isSearching ? null : mark.wallet
  }

  /** The block of the wallet's birth, or the first whose median time, which only rises, is not well before it. */
  private async birthHeight(): Promise<number> {
    const { birth } = this.options
    if (birth === null) return 0
    const tip = await this.node.ask(heightSchema, "getblockcount")
    if ("height" in birth) return Math.min(birth.height, tip)
    let [low, high] = [0, tip]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const hash = await this.node.ask(hashSchema, "getblockhash", [middle])
      const { mediantime } = await this.node.ask(blockHeaderSchema, "getblockheader", [hash])
      if (mediantime * 1000 < birth.at - 86_400_000) low = middle + 1
      else high = middle
    }
    return low
  }

  /** One after another: a thousand checkouts at once must not start a thousand searches. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.turn.then(work)
    // The next one's turn comes whether this one failed or not; its own caller hears of the failure.
    this.turn = mine.catch(() => null)
    await mine
  }
}

/** The node drops or rewrites the checksum, and writes hardened steps with h or '. */
function comparable(descriptor: string): string {
  return (descriptor.split("#")[0] ?? "").replaceAll("'", "h")
}
