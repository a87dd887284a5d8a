import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Address, bcoin, type Coin, type KeyRing, type Mtx, type Output, type Tx } from "./bcoin.js"
import { type RegtestNode, RequestError } from "./node.js"

/** 100 blocks must pass before a reward may be spent (consensus.h, COINBASE_MATURITY). */
const MATURITY = 100
/** bcoin's regtest activates segwit at block 432. Reorganisations must stay above it. */
const FIRST_BLOCKS = 445
/** The first rewards are the payer's, 50 each until block 149; later ones halve every 150 blocks to nothing. */
const BLOCKS_FOR_PAYER = 150
/** BIP125: the transaction may be replaced */
const REPLACEABLE = 0xfffffffd
const P2WPKH_DUST = 294
const SATS_PER_1000_BYTES = 2000

export interface Amount {
  address: Address
  sats: number
}

/** A wallet with one key. It reads its coins from the chain and keeps no other state. */
export class Payer {
  readonly address: Address

  private constructor(
    private readonly node: RegtestNode,
    private readonly ring: KeyRing,
  ) {
    this.address = ring.getAddress()
  }

  static open(node: RegtestNode, dataDir: string): Payer {
    const file = join(dataDir, "payer.key")
    if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 })
    const privateKey = Buffer.from(readFileSync(file, "utf8").trim(), "hex")
    return new Payer(node, bcoin.KeyRing.fromOptions({ privateKey, witness: true }))
  }

  /** At the first start: mines rewards for the payer, then other blocks until all rewards are spendable. */
  async fund(others: Address): Promise<void> {
    const { chain } = this.node
    if (chain.height < BLOCKS_FOR_PAYER) await this.node.mine(BLOCKS_FOR_PAYER - chain.height, this.address)
    if (chain.height < FIRST_BLOCKS) await this.node.mine(FIRST_BLOCKS - chain.height, others)
  }

  /** Confirmed coins first, then unconfirmed change. */
  async coins(): Promise<Coin[]> {
    const { chain, mempool } = this.node
    const confirmed = (await chain.getCoinsByAddress(this.address)).filter(
      (coin) =>
        mempool.getSpent(coin.hash, coin.index) === undefined &&
        (!coin.coinbase || chain.height + 1 - coin.height >= MATURITY),
    )
    const pending = mempool
      .getCoinsByAddress(this.address)
      .filter((coin) => mempool.getSpent(coin.hash, coin.index) === undefined)
    return [...confirmed, ...pending]
  }

  owns(output: Output): boolean {
    return output.getAddress()?.toString("regtest") === this.address.toString("regtest")
  }

  /** A signed payment. @throws RequestError when the wallet holds too little */
  async pay(amounts: readonly Amount[]): Promise<Tx> {
    const mtx = new bcoin.MTX()
    for (const { address, sats } of amounts) mtx.addOutput(address, sats)
    const coins = await this.coins()
    const total = amounts.reduce((sum, { sats }) => sum + sats, 0)
    const held = coins.reduce((sum, { value }) => sum + value, 0)
    if (held < total + 100_000) {
      throw new RequestError(
        `The payer's wallet holds ${held} satoshis, which is too little for ${total} and the fee.`,
      )
    }
    const confirmed = coins.filter(({ height }) => height !== -1)
    const enough = confirmed.reduce((sum, { value }) => sum + value, 0) >= total + 100_000
    const options = { rate: SATS_PER_1000_BYTES, changeAddress: this.address, selection: "value" } as const
    await mtx.fund(enough ? confirmed : coins, options)
    return this.sign(mtx)
  }

  /**
   * A signed transaction that spends exactly these coins (and one more of ours if they do not suffice for the fee).
   * @throws RequestError when the coins are not the payer's
   */
  async spend(coins: readonly Coin[], amounts: readonly Amount[], fee: number): Promise<Tx> {
    const mtx = new bcoin.MTX()
    for (const coin of coins) mtx.addCoin(coin)
    for (const { address, sats } of amounts) mtx.addOutput(address, sats)
    const total = amounts.reduce((sum, { sats }) => sum + sats, 0)
    if (mtx.getInputValue() < total + fee) {
      const spent = new Set(coins.map(({ hash, index }) => `${hash}:${index}`))
      const extra = (await this.coins()).find(
        ({ hash, index, value, height }) =>
          height !== -1 && value > total + fee && !spent.has(`${hash}:${index}`),
      )
      if (extra === undefined)
        throw new RequestError("The payer's wallet holds too little for the higher fee.")
      mtx.addCoin(extra)
    }
    const change = mtx.getInputValue() - total - fee
    if (change >= P2WPKH_DUST) mtx.addOutput(this.address, change)
    return this.sign(mtx)
  }

  private sign(mtx: Mtx): Tx {
    for (const input of mtx.inputs) input.sequence = REPLACEABLE
    mtx.sign(this.ring)
    if (!mtx.isSigned())
      throw new RequestError("Only transactions of the sandbox's own wallet can be changed.")
    return mtx.toTX()
  }
}
