import { startScriptedCore } from "../../src/modules/bitcoin-payment/src/adapters/bitcoin-core/testing/scripted-core"
import { ScriptedChain } from "../../src/modules/bitcoin-payment/src/adapters/bitcoin-core/testing/scripted-chain"
import { startFlakyFront } from "../../src/modules/bitcoin-payment/src/adapters/testing/flaky-server"
import { TEST_DESCRIPTOR } from "../../src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import type { CampaignNetwork } from "./network"

const HEIGHT = 20
const PEERS = 8
const LOST_BLOCKS = 2
/** A checkout asks about the next 20 addresses, and a few more when others wait. */
const ADDRESSES_AHEAD = 60

/**
 * A scripted network, and a scripted Bitcoin Core node that hears of its blocks and transactions only while it has peers.
 * It is called signet, because on regtest the shop accepts a node without peers.
 */
export async function startCoreNetwork(): Promise<CampaignNetwork> {
  let clockAhead = 0
  const clock = () => Math.floor(Date.now() / 1000) + clockAhead
  const network = new ScriptedChain(HEIGHT, clock)
  const core = await startScriptedCore(TEST_DESCRIPTOR, {
    height: 0,
    network: "signet",
    clock,
    addressesAhead: ADDRESSES_AHEAD,
  })
  const source = await startFlakyFront(core.url)
  let isConnected = true
  const relay = () => {
    if (isConnected) core.chain.syncWith(network)
  }
  relay()
  const broadcast: CampaignNetwork["payMany"] = (outputs) => {
    const { txid } = network.send(outputs)
    relay()
    return Promise.resolve(txid)
  }
  return {
    sources: [source],
    setNodeClock: (ahead) => {
      clockAhead = ahead
      return Promise.resolve()
    },
    settings: {
      BITCOIN_SOURCE: "core",
      BITCOIN_NETWORK: "signet",
      BITCOIN_CORE_URL: source.url,
      BITCOIN_CORE_COOKIE_FILE: core.cookieFile,
      BITCOIN_DESCRIPTOR: TEST_DESCRIPTOR,
    },
    pay: (address, sats) => broadcast([{ address, sats }]),
    payMany: broadcast,
    mine: (blocks = 1) => {
      network.mine(blocks)
      relay()
      return Promise.resolve()
    },
    replace: (txid, to) => {
      const replaced = network.mempool.get(txid)
      if (!replaced) return Promise.reject(new Error(`${txid} is not in the mempool`))
      const outputs = replaced.outputs.map(({ sats }) => ({ address: to, sats }))
      const other = network.send(outputs, replaced.spends)
      relay()
      return Promise.resolve(other.txid)
    },
    reorganise: (depth, { dropTransactions } = { dropTransactions: false }) => {
      network.reorganise(depth, dropTransactions)
      relay()
      return Promise.resolve()
    },
    outputsTo: (address) => {
      const mined = network.blocks.flatMap(({ txs, height }) =>
        txs.map((tx) => ({ tx, confirmations: network.tip.height - height + 1 })),
      )
      const waiting = [...network.mempool.values()].map((tx) => ({ tx, confirmations: 0 }))
      return Promise.resolve(
        [...mined, ...waiting].flatMap(({ tx: { txid, outputs }, confirmations }) =>
          outputs.flatMap(({ address: to, sats }, vout) =>
            to === address ? [{ txid, vout, sats, confirmations }] : [],
          ),
        ),
      )
    },
    node: {
      suffer: async (fault, shopHeight) => {
        switch (fault) {
          case "has no peers":
            isConnected = false
            core.rpc.state.connections = 0
            return
          case "lost its newest blocks":
            // After a power cut: older blocks, no mempool, and the peers send the rest later.
            isConnected = false
            core.chain.rollBack(core.chain.tip.height - shopHeight + LOST_BLOCKS)
            await core.restart({ emptyMempool: true })
            return
          case "was replaced":
            core.replace()
            return
          case "restarted without its mempool":
            await core.restart({ emptyMempool: true })
        }
      },
      recover: () => {
        isConnected = true
        core.rpc.state.connections = PEERS
        relay()
      },
    },
    stop: async () => {
      await source.stop()
      await core.stop()
    },
  }
}
