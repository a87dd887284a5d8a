import type { Tip } from "../../ports/chain-source"
import type { Network } from "../descriptor"
import { blockchainSchema, connectionsSchema, mempoolSchema } from "./answers"
import { Authorisation, type Credentials } from "./credentials"
import { RpcClient } from "./rpc-client"
import { unavailable } from "./unavailable"

/** The node's own names of the networks. */
const CHAINS = {
  mainnet: ["main"],
  testnet: ["test", "testnet4"],
  signet: ["signet"],
  regtest: ["regtest"],
} satisfies Record<Network, readonly string[]>

/** A header comes a moment before its block; more than these missing blocks are a node that lags. */
const BLOCKS_BEHIND = 2
/** The rest is some hours of transactions on mainnet; elsewhere the node's guess is worth nothing. */
const PROGRESS = 0.9999

/** The node's tip. @throws ChainUnavailable while it is on another network, alone or behind */
export async function tipOf(rpc: RpcClient, network: Network): Promise<Tip> {
  const info = await rpc.ask(blockchainSchema, "getblockchaininfo")
  const names: readonly string[] = CHAINS[network]
  if (!names.includes(info.chain))
    throw unavailable(`it is on the network '${info.chain}', and the shop on ${network}`)
  // Without a new block for a day the node calls itself syncing; on regtest that is usual.
  if (info.initialblockdownload && network !== "regtest")
    throw unavailable(`it is still syncing: block ${info.blocks} of ${info.headers}`)
  if (info.headers - info.blocks > BLOCKS_BEHIND)
    throw unavailable(`it lags behind: block ${info.blocks} of ${info.headers}`)
  if (network === "mainnet" && info.verificationprogress < PROGRESS)
    throw unavailable("it is hours behind the network")
  // Alone it hears of no payment and no block; on regtest a node has no peers.
  if (network !== "regtest" && (await rpc.ask(connectionsSchema, "getconnectioncount")) === 0)
    throw unavailable("it has no connections to the Bitcoin network")
  return { height: info.blocks, hash: info.bestblockhash }
}

/** After its start the node answers before it has read its mempool back: until then, missing there says nothing. */
export async function requireMempool(rpc: RpcClient): Promise<void> {
  const { loaded } = await rpc.ask(mempoolSchema, "getmempoolinfo")
  if (!loaded) throw unavailable("it is still reading its mempool")
}

/** The tip and the clock of the node at an address, without touching its wallets. @throws ChainUnavailable as `tipOf` */
export async function tipOfNode(node: {
  url: string
  credentials: Credentials
  network: Network
  timeoutMs: number
}): Promise<{ tip: Tip; clockOffset: number | null }> {
  const { url, credentials, network, timeoutMs } = node
  const rpc = new RpcClient({ url, authorisation: new Authorisation(credentials), timeoutMs })
  return { tip: await tipOf(rpc, network), clockOffset: rpc.clockOffset }
}
