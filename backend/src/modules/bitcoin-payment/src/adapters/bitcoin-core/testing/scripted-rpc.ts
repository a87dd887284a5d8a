import { z } from "@medusajs/framework/zod"
import type { Block, ScriptedChain, Tx } from "./scripted-chain"
import type { ScriptedAddresses } from "./scripted-addresses"
import { ScriptedWallet } from "./scripted-wallet"

export class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** What the node says of itself, changed at will. */
export interface NodeState {
  chain: string
  /** The script of whose blocks a signet takes; null: the node is older, or on another network. */
  signetChallenge: string | null
  initialblockdownload: boolean
  /** Headers it knows of beyond its blocks. */
  missingBlocks: number
  verificationprogress: number
  /** Set while it starts: every call is refused with −28. */
  warmingUp: boolean
  /** The first block it still has; null: all of them. */
  prunedBelow: number | null
  /** Before it has read its mempool back: nothing seems to be in there. */
  mempoolLoaded: boolean
  /** Peers. */
  connections: number
  /** Started with disablewallet=1. */
  withoutWallets: boolean
  /** In bitcoin per 1,000 virtual bytes; null: it has no estimate. */
  fee: { feerate: number } | null
  /** How many seconds the clock that its answers name is ahead. */
  clockAhead: number
}

/** The node's folder: whatever its name says, it has all blocks unless `prunedBelow` is set. */
const DATA = "/var/lib/bitcoin-unpruned"
const text = z.string()
const count = z.number().int()
const rangeSchema = z.tuple([count, count])
const outputsSchema = z.array(z.object({ txid: text, vout: count }))

/** The calls of Bitcoin Core 28 that the adapter uses, with the node's codes and words. */
export class ScriptedRpc {
  readonly state: NodeState = {
    chain: "regtest",
    signetChallenge: null,
    initialblockdownload: false,
    missingBlocks: 0,
    verificationprogress: 1,
    warmingUp: false,
    prunedBelow: null,
    mempoolLoaded: true,
    connections: 8,
    withoutWallets: false,
    fee: null,
    clockAhead: 0,
  }
  readonly wallets = new Map<string, ScriptedWallet>()
  /** Methods that end with an error of the node's. */
  readonly failing = new Set<string>()
  /** Every call that came, in order. */
  readonly calls: { method: string; params: readonly unknown[] }[] = []

  constructor(
    private readonly chain: ScriptedChain,
    private readonly addresses: ScriptedAddresses,
  ) {
    chain.onTransaction = (tx) => {
      for (const wallet of this.wallets.values()) if (wallet.isLoaded) wallet.notice(tx)
    }
  }

  /** A blank, watch-only wallet. */
  addWallet(name: string): ScriptedWallet {
    const wallet = new ScriptedWallet(this.chain, this.addresses)
    this.wallets.set(name, wallet)
    return wallet
  }

  /** @throws Refusal as the node would refuse */
  call(walletName: string | null, method: string, params: readonly unknown[]): unknown {
    this.calls.push({ method, params })
    if (this.state.warmingUp) throw new Refusal(-28, "Loading block index…")
    if (this.failing.has(method)) throw new Refusal(-4, "Rescan failed. Potentially corrupted data files.")
    const ofNode = this.nodeCalls[method]
    if (ofNode) return ofNode(params)
    const ofWallet = this.walletCalls[method]
    if (!ofWallet || this.state.withoutWallets) throw new Refusal(-32601, "Method not found")
    const wallet = this.wallets.get(walletName ?? "")
    if (!wallet?.isLoaded) throw new Refusal(-18, "Requested wallet does not exist or is not loaded")
    return ofWallet(wallet, params)
  }

  private readonly nodeCalls: Record<string, (params: readonly unknown[]) => unknown> = {
    getblockchaininfo: () => ({
      chain: this.state.chain,
      ...(this.state.signetChallenge !== null && { signet_challenge: this.state.signetChallenge }),
      blocks: this.chain.tip.height,
      headers: this.chain.tip.height + this.state.missingBlocks,
      bestblockhash: this.chain.tip.hash,
      initialblockdownload: this.state.initialblockdownload,
      verificationprogress: this.state.verificationprogress,
      pruned: this.state.prunedBelow !== null,
      ...(this.state.prunedBelow !== null && { pruneheight: this.state.prunedBelow }),
      warnings: [],
    }),
    getmempoolinfo: () => ({ loaded: this.state.mempoolLoaded, size: this.chain.mempool.size }),
    getblockcount: () => this.chain.tip.height,
    getblockhash: ([height]) => {
      const block = this.chain.blocks[count.parse(height)]
      if (!block) throw new Refusal(-8, "Block height out of range")
      return block.hash
    },
    getblockheader: ([hash]) => {
      const block = this.block(text.parse(hash))
      const previous = block.previous === null ? {} : { previousblockhash: block.previous }
      return { height: block.height, time: block.time, mediantime: block.time, ...previous }
    },
    getmempoolentry: ([txid]) => {
      if (!this.state.mempoolLoaded || !this.chain.mempool.has(text.parse(txid)))
        throw new Refusal(-5, "Transaction not in mempool")
      return { time: this.chain.enteredAt.get(text.parse(txid)) ?? this.chain.now, vsize: 141 }
    },
    gettxspendingprevout: ([outputs]) =>
      outputsSchema.parse(outputs).map(({ txid, vout }) => {
        const spends = ({ spends: coins }: Tx) => coins.includes(`${txid}:${vout}`)
        const spender = [...this.chain.mempool.values()].find(spends)
        return { txid, vout, ...(spender && { spendingtxid: spender.txid }) }
      }),
    gettxout: ([txid, vout]) => {
      const output = `${text.parse(txid)}:${count.parse(vout)}`
      const block = this.chain.blockOf(text.parse(txid))
      const isSpent = this.chain.blocks.some(({ txs }) => txs.some(({ spends }) => spends.includes(output)))
      return block === null || isSpent ? null : { confirmations: this.chain.tip.height - block.height + 1 }
    },
    estimatesmartfee: () =>
      this.state.fee ?? { errors: ["Insufficient data or no feerate found"], blocks: 0 },
    sendrawtransaction: () => {
      throw new Refusal(-26, "min relay fee not met")
    },
    getrawtransaction: ([txid]) => {
      const tx = this.chain.mempool.get(text.parse(txid))
      // Without txindex only the mempool answers.
      if (!tx) throw new Refusal(-5, "No such mempool transaction. Use -txindex or provide a block hash")
      return { txid: tx.txid, ...decoded(tx) }
    },
    getdescriptorinfo: ([descriptor]) => ({
      isrange: text.parse(descriptor).includes("*"),
      hasprivatekeys: false,
    }),
    deriveaddresses: ([descriptor, range]) => {
      const [first, last] = rangeSchema.parse(range)
      return Array.from({ length: last - first + 1 }, (_, offset) =>
        this.addresses.at(text.parse(descriptor), first + offset),
      )
    },
    getconnectioncount: () => this.state.connections,
    getrawmempool: () => (this.state.mempoolLoaded ? [...this.chain.mempool.keys()] : []),
    loadwallet: ([name]) => {
      const wallet = this.wallets.get(text.parse(name))
      if (!wallet)
        throw new Refusal(
          -18,
          `Wallet file verification failed. Failed to load database path '${DATA}/regtest/wallets/${text.parse(name)}'. Path does not exist.`,
        )
      if (this.state.prunedBelow !== null && this.state.prunedBelow > wallet.seenHeight)
        throw new Refusal(
          -4,
          "Wallet loading failed. Prune: last wallet synchronisation goes beyond pruned data. You need to -reindex (download the whole blockchain again in case of a pruned node)",
        )
      if (wallet.isLoaded) throw new Refusal(-35, `Wallet "${text.parse(name)}" is already loaded.`)
      wallet.load()
      return { name }
    },
    createwallet: ([name, noPrivateKeys, isBlank, passphrase, , isDescriptors]) => {
      if (passphrase !== null) throw new Refusal(-8, "a passphrase, even an empty one, earns a warning")
      if (this.wallets.has(text.parse(name))) throw new Refusal(-4, "Database already exists.")
      if (noPrivateKeys !== true || isBlank !== true || isDescriptors !== true)
        throw new Refusal(-8, "not a watch-only wallet")
      this.addWallet(text.parse(name))
      return { name }
    },
  }

  private readonly walletCalls: Record<
    string,
    (wallet: ScriptedWallet, params: readonly unknown[]) => unknown
  > = {
    getwalletinfo: (wallet) => ({
      private_keys_enabled: wallet.privateKeys,
      descriptors: true,
      scanning: wallet.scanning,
    }),
    getaddressinfo: (wallet, [address]) => {
      const label = wallet.labels.get(text.parse(address))
      return { ismine: wallet.isMine(text.parse(address)), labels: label === undefined ? [] : [label] }
    },
    setlabel: (wallet, [address, label]) => {
      wallet.labels.set(text.parse(address), text.parse(label))
      return null
    },
    listdescriptors: (wallet) => ({
      descriptors: [...wallet.ranges].map(([desc, end]) => ({ desc, range: [0, end], active: false })),
    }),
    importdescriptors: (wallet, [requests]) =>
      importRequests.parse(requests).map((request) => importInto(wallet, request)),
    rescanblockchain: (wallet, [start, stop]) => {
      if (wallet.scanning !== false)
        throw new Refusal(-4, "Wallet is currently rescanning. Abort existing rescan or wait.")
      if (this.state.prunedBelow !== null && count.parse(start) < this.state.prunedBelow)
        throw new Refusal(
          -1,
          "Can't rescan beyond pruned data. Use RPC call getblockchaininfo to determine your pruned height.",
        )
      if (count.parse(stop) > this.chain.tip.height) throw new Refusal(-8, "Invalid stop_height")
      if (count.parse(stop) < count.parse(start))
        throw new Refusal(-8, "stop_height must be greater than start_height")
      wallet.rescan(count.parse(start), count.parse(stop))
      return { start_height: start, stop_height: stop }
    },
    listsinceblock: (wallet, [hash, target, , withRemoved, withChange]) => {
      if (target !== 1 || withRemoved !== true || withChange !== true)
        throw new Refusal(-8, "Invalid parameter")
      return this.listSince(wallet, text.parse(hash))
    },
    gettransaction: (wallet, [txid]) => {
      const tx = wallet.knows(text.parse(txid))
      if (!tx) throw new Refusal(-5, "Invalid or non-wallet transaction id")
      return { ...wallet.facts(tx), details: wallet.listed(tx, 0), hex: "00", decoded: decoded(tx) }
    },
    getreceivedbyaddress: (wallet, [address, least, withRewards]) => {
      if (least !== 0 || withRewards !== true) throw new Refusal(-8, "asks for less than everything")
      if (!wallet.isMine(text.parse(address))) throw new Refusal(-4, "Address not found in wallet")
      return wallet.receivedBy(text.parse(address))
    },
  }

  private block(hash: string): Block {
    const block = this.chain.known.get(hash)
    if (!block) throw new Refusal(-5, "Block not found")
    return block
  }

  /** From the fork on when `hash` is in a branch that lost; `removed` is what that branch held. */
  private listSince(wallet: ScriptedWallet, hash: string): object {
    const removed: object[] = []
    let since = hash === "" ? null : this.block(hash)
    while (since !== null && !this.chain.isInChain(since.hash)) {
      for (const { txid } of since.txs) {
        const tx = wallet.knows(txid)
        if (tx) removed.push(...wallet.listed(tx, -Infinity))
      }
      since = since.previous === null ? null : this.block(since.previous)
    }
    return { transactions: wallet.listSince(since), removed, lastblock: this.chain.tip.hash }
  }
}

const importRequest = z.object({
  desc: text,
  timestamp: z.literal("now"),
  range: z.tuple([z.literal(0), count]),
  active: z.literal(false),
  label: z.undefined(),
})
const importRequests = z.array(importRequest).min(1)

function importInto(
  wallet: ScriptedWallet,
  { desc, range: [, end] }: z.output<typeof importRequest>,
): object {
  const before = wallet.ranges.get(desc) ?? -1
  if (end >= 1_000_000) return { success: false, error: { code: -8, message: "Range is too large" } }
  if (wallet.scanning !== false)
    throw new Refusal(-4, "Wallet is currently rescanning. Abort existing rescan or wait.")
  if (end < before) {
    const message = `new range must include current range = [0,${before}]`
    return { success: false, error: { code: -8, message } }
  }
  wallet.import(desc, end)
  return { success: true, warnings: [] }
}

function decoded({ outputs, spends }: Tx): object {
  const vout = outputs.map(({ address, sats }, n) => ({
    n,
    value: Number(sats) / 1e8,
    scriptPubKey: { type: "witness_v0_keyhash", address },
  }))
  const vin = spends.map((coin) => {
    const [txid, index] = coin.split(":")
    return index === undefined ? {} : { txid, vout: Number(index) }
  })
  return { vin, vout: [...vout, { n: vout.length, value: 0, scriptPubKey: { type: "nulldata" } }] }
}
