/**
 * Types for the part of bcoin 1.0.2 that the sandbox uses. It is loaded with three changes: `mrmr` in JavaScript instead
 * of native code, Bitcoin Core's regtest prefixes, and open bounds in LevelDB.
 */
import { z } from "zod"
import { loadBcoin } from "./load-bcoin.js"

/** Hex in internal byte order. `rhash` and `txid` use the displayed byte order. */
export type InnerHash = string

export interface Address {
  getHash(): Buffer
  toString(network: "regtest"): string
}
export interface Script {
  toRaw(): Buffer
  isPubkey(): boolean
  isPubkeyhash(): boolean
  isScripthash(): boolean
  isWitnessPubkeyhash(): boolean
  isWitnessScripthash(): boolean
  isNulldata(): boolean
  getAddress(): Address | null
}
export interface Output {
  value: number
  script: Script
  getAddress(): Address | null
}
export interface Outpoint {
  hash: InnerHash
  index: number
  txid(): string
}
export interface Input {
  prevout: Outpoint
  script: Script
  sequence: number
  witness: { items: Buffer[] }
}
export interface Tx {
  version: number
  locktime: number
  inputs: Input[]
  outputs: Output[]
  hash(encoding: "hex"): InnerHash
  txid(): string
  toRaw(): Buffer
  getSize(): number
  getWeight(): number
  getVirtualSize(): number
  isCoinbase(): boolean
  getFee(view: CoinView): number
}
export interface CoinView {
  getOutputFor(input: Input): Output | null
  getCoinFor(input: Input): Coin | null
}
export interface Coin extends Output {
  hash: InnerHash
  index: number
  height: number
  coinbase: boolean
}
export interface Mtx extends Omit<Tx, "inputs"> {
  inputs: Input[]
  addCoin(coin: Coin): Input
  addOutput(address: Address, value: number): Output
  fund(coins: Coin[], options: { rate: number; changeAddress: Address; selection: "value" }): Promise<unknown>
  sign(ring: KeyRing): number
  isSigned(): boolean
  getInputValue(): number
  toTX(): Tx
}
export interface KeyRing {
  getAddress(): Address
}
export interface Entry {
  hash: InnerHash
  height: number
  time: number
  version: number
  prevBlock: InnerHash
  rhash(): string
}
export interface Block {
  txs: Tx[]
  toRaw(): Buffer
}
export interface Meta {
  tx: Tx
  height: number
  index: number
}
export interface MempoolEntry {
  tx: Tx
  fee: number
}

type OnBlock = (entry: Entry, block: Block) => Promise<void>
export interface Chain {
  tip: Entry
  height: number
  open(): Promise<void>
  close(): Promise<void>
  on(event: "connect" | "disconnect", listen: OnBlock): void
  removeListener(event: "connect" | "disconnect", listen: OnBlock): void
  on(event: "reorganize", listen: () => Promise<void>): void
  on(event: "error", listen: (error: Error) => void): void
  add(block: Block): Promise<Entry | null>
  getEntryByHeight(height: number): Promise<Entry | null>
  getEntryByHash(hash: InnerHash): Promise<Entry | null>
  getBlock(hash: InnerHash): Promise<Block | null>
  getMeta(hash: InnerHash): Promise<Meta | null>
  getMetaByAddress(address: Address): Promise<Meta[]>
  getCoinsByAddress(address: Address): Promise<Coin[]>
  getSpentView(tx: Tx): Promise<CoinView>
}
export interface Mempool {
  map: Map<InnerHash, MempoolEntry>
  open(): Promise<void>
  close(): Promise<void>
  on(event: "error", listen: (error: Error) => void): void
  /** @returns the hashes of unknown parents, when there are any: the transaction is then kept as an orphan */
  addTX(tx: Tx): Promise<InnerHash[] | null>
  getEntry(hash: InnerHash): MempoolEntry | undefined
  getSpent(hash: InnerHash, index: number): MempoolEntry | undefined
  getTXByAddress(address: Address): Tx[]
  getCoinsByAddress(address: Address): Coin[]
  getSpentView(tx: Tx): Promise<CoinView>
  getDescendants(entry: MempoolEntry): MempoolEntry[]
  evictEntry(entry: MempoolEntry): void
  removeOrphan(hash: InnerHash): void
  /** Call from the chain's events only */
  _addBlock(entry: Entry, txs: Tx[]): Promise<void>
  _removeBlock(entry: Entry, txs: Tx[]): Promise<void>
  _handleReorg(): Promise<void>
}
export interface Miner {
  mineBlock(tip: Entry, address: Address): Promise<Block>
}

interface Bcoin {
  networks: { regtest: { addressPrefix: object; keyPrefix: object } }
  /** `offset`: seconds by which the node's time is ahead of this machine's. */
  Network: { get(name: "regtest"): { time: { offset: number } } }
  Chain: new (options: object) => Chain
  Mempool: new (options: object) => Mempool
  Miner: new (options: object) => Miner
  MTX: new () => Mtx
  TX: { fromRaw(raw: string, encoding: "hex"): Tx }
  Address: {
    fromString(text: string, network: "regtest"): Address
    /** Of a witness program */
    fromProgram(version: number, program: Buffer): Address
  }
  KeyRing: { fromOptions(options: { privateKey: Buffer; witness: true }): KeyRing }
}

interface LevelDown {
  iterator: (this: LevelDown, options: Record<string, unknown>) => unknown
}

const isClass = (value: unknown) => typeof value === "function"
const bcoinModule = z.custom<Bcoin>((loaded) => {
  const names = ["Network", "Chain", "Mempool", "Miner", "MTX", "TX", "Address", "KeyRing"]
  return names.every((name) => isClass(z.record(z.string(), z.unknown()).safeParse(loaded).data?.[name]))
}, "bcoin differs from version 1.0.2")
const levelDownClass = z.custom<{ prototype: LevelDown }>(isClass, "leveldown differs from version 6.1.1")

/** bdb passes `lt: null` for "no bound". leveldown 6.1.1 reads it as the key "null" and finds nothing. */
function withoutEmptyBounds(prototype: LevelDown): void {
  const original = prototype.iterator
  prototype.iterator = function (options) {
    const bounds = Object.entries(options).filter(([, value]) => value !== null)
    return original.call(this, Object.fromEntries(bounds))
  }
}

function load(): Bcoin {
  const loaded = loadBcoin()
  withoutEmptyBounds(levelDownClass.parse(loaded.levelDown).prototype)
  const bcoin = bcoinModule.parse(loaded.bcoin)
  // bcoin has its own prefixes for regtest. These are Bitcoin Core's (chainparams.cpp, CRegTestParams).
  Object.assign(bcoin.networks.regtest.addressPrefix, { pubkeyhash: 0x6f, scripthash: 0xc4, bech32: "bcrt" })
  Object.assign(bcoin.networks.regtest.keyPrefix, {
    privkey: 0xef,
    xpubkey: 0x043587cf,
    xprivkey: 0x04358394,
    xpubkey58: "tpub",
    xprivkey58: "tprv",
  })
  return bcoin
}

export const bcoin = load()

/** Converts between internal and displayed byte order. */
export function reverseHash(hash: string): string {
  return Buffer.from(hash, "hex").reverse().toString("hex")
}

const HEADER_BYTES = 80

export const headerOf = (block: Block): Buffer => block.toRaw().subarray(0, HEADER_BYTES)
