import type { Tip } from "../../ports/chain-source"
import type { Network } from "../descriptor"
import { blockchainSchema, connectionsSchema, mempoolSchema } from "./answers"
import { Authorisation, type Credentials } from "./credentials"
import { RpcClient } from "./rpc-client"
import { unavailable } from "./unavailable"

const CHAINS: Record<Network, string> = {
  mainnet: "main",
  testnet: "test",
  testnet4: "testnet4",
  signet: "signet",
  regtest: "regtest",
}
/** All signets have one name and one first block; from version 29 on the node tells whose blocks it takes. This is the public one's. */
const SIGNET_CHALLENGE =
  "512103ad5e0edad18cb1f0fc0d28a3d4f1f3e445640337489abb10404f2d1e086be430210359ef5021964fe22d6f8e05b2463c9540ce96883fe3b278760f048f5189f2e6c452ae"

/** A header comes a moment before its block; more than these missing blocks are a node that lags. */
const BLOCKS_BEHIND = 2
/** The rest is some hours of transactions on mainnet; elsewhere the node's guess is worth nothing. */
const PROGRESS = 0.9999

/** The node's tip. @throws ChainUnavailable while it is on another network, alone or behind */
export async function tipOf(rpc: RpcClient, network: Network): Promise<Tip> {
  const info = await rpc.ask(blockchainSchema, "getblockchaininfo")
  if (info.chain !== CHAINS[network])
    throw unavailable(`it is on the network '${info.chain}', and the shop on ${network}`)
  if ((info.signet_challenge ?? SIGNET_CHALLENGE) !== SIGNET_CHALLENGE)
    throw unavailable("it is on a signet of its own, and the shop on the public one")
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
