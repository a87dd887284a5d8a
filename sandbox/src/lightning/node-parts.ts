import { randomBytes } from "node:crypto"
import { bcoin } from "../bitcoin/bcoin.js"
import { broadcast } from "../bitcoin/broadcast.js"
import type { RegtestNode } from "../bitcoin/node.js"
import { bytes, hex, ldk } from "./ldk.js"

const SATS_PER_KILOWEIGHT = 500
/** A peer that asks for more is told to close. Electrum always asks for 180 satoshis a byte on regtest. */
const MOST_SATS_PER_KILOWEIGHT = 60_000

/** What a node starts again from. A monitor must not be newer than the manager, or LDK gives up the channel. */
export interface NodeState {
  readonly seed: Uint8Array
  manager: Uint8Array | null
  /** By the output that funds the channel; always up to date */
  readonly monitors: Map<string, Uint8Array>
}

/** LDK's objects of one node, new or as it was. */
export function nodeParts(chain: RegtestNode, state: NodeState) {
  const now = Date.now()
  const seconds = Math.floor(now / 1000)
  const keys = ldk.KeysManager.constructor_new(state.seed, BigInt(seconds), (now % 1000) * 1e6)
  const [entropy, signer, signers] = [keys.as_EntropySource(), keys.as_NodeSigner(), keys.as_SignerProvider()]
  const logger = ldk.Logger.new_impl({ log: () => undefined })
  const fees = ldk.FeeEstimator.new_impl({ get_est_sat_per_1000_weight: feeFor })
  const broadcaster = ldk.BroadcasterInterface.new_impl({
    broadcast_transactions: (txs) => void txs.map((raw) => send(chain, Uint8Array.from(raw))),
  })
  const keep = (outpoint: ldk.OutPoint, monitor: ldk.ChannelMonitor) => {
    state.monitors.set(`${hex(outpoint.get_txid())}:${outpoint.get_index()}`, monitor.write())
    return ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_Completed
  }
  const persist = ldk.Persist.new_impl({
    persist_new_channel: keep,
    update_persisted_channel: (outpoint, _, monitor) => keep(outpoint, monitor),
    archive_persisted_channel: () => undefined,
  })
  const monitors = ldk.ChainMonitor.constructor_new(
    ldk.Option_FilterZ.constructor_none(),
    ...([broadcaster, logger, fees, persist] as const),
  )
  const watch = monitors.as_Watch()
  const graph = ldk.NetworkGraph.constructor_new(ldk.Network.LDKNetwork_Regtest, logger)
  const decay = ldk.ProbabilisticScoringDecayParameters.constructor_default()
  const scorer = ldk.ProbabilisticScorer.constructor_new(decay, graph, logger)
  const router = ldk.DefaultRouter.constructor_new(
    ...([graph, logger, entropy] as const),
    ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score()).as_LockableScore(),
    ldk.ProbabilisticScoringFeeParameters.constructor_default(),
  ).as_Router()
  const messageRouter = ldk.DefaultMessageRouter.constructor_new(graph, entropy).as_MessageRouter()

  const stored = [...state.monitors.values()].map((content) => {
    const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelMonitorZ_read(
      ...([content, entropy, signers] as const),
    )
    if (read instanceof ldk.Result_C2Tuple_ThirtyTwoBytesChannelMonitorZDecodeErrorZ_OK)
      return read.res.get_b()
    throw new Error("A monitor of a Lightning channel cannot be read.")
  })
  let manager: ldk.ChannelManager
  if (state.manager === null) {
    const { tip } = chain.chain
    const best = ldk.BestBlock.constructor_new(bytes(tip.hash), tip.height)
    manager = ldk.ChannelManager.constructor_new(
      ...([fees, watch, broadcaster, router, messageRouter, logger, entropy, signer, signers] as const),
      ...([
        configuration(),
        ldk.ChainParameters.constructor_new(ldk.Network.LDKNetwork_Regtest, best),
      ] as const),
      seconds,
    )
  } else {
    const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelManagerZ_read(
      ...([state.manager, entropy, signer, signers, fees, watch, broadcaster] as const),
      ...([router, messageRouter, logger, configuration(), stored] as const),
    )
    if (!(read instanceof ldk.Result_C2Tuple_ThirtyTwoBytesChannelManagerZDecodeErrorZ_OK))
      throw new Error("The state of a Lightning node cannot be read.")
    manager = read.res.get_b()
  }
  for (const monitor of stored) watch.watch_channel(monitor.get_funding_txo().get_a(), monitor)

  const ignoring = ldk.IgnoringMessageHandler.constructor_new()
  const peerManager = ldk.PeerManager.constructor_new(
    manager.as_ChannelMessageHandler(),
    // Electrum connects to nodes that answer questions about the network only.
    ldk.P2PGossipSync.constructor_new(
      graph,
      ldk.Option_UtxoLookupZ.constructor_none(),
      logger,
    ).as_RoutingMessageHandler(),
    ignoring.as_OnionMessageHandler(),
    ignoring.as_CustomMessageHandler(),
    ...([seconds, Uint8Array.from(randomBytes(32)), logger, signer] as const),
  )
  return { manager, monitors, peerManager }
}

function configuration(): ldk.UserConfig {
  const config = ldk.UserConfig.constructor_default()
  const handshake = ldk.ChannelHandshakeConfig.constructor_default()
  handshake.set_minimum_depth(1)
  handshake.set_max_inbound_htlc_value_in_flight_percent_of_channel(100)
  config.set_channel_handshake_config(handshake)
  const limits = ldk.ChannelHandshakeLimits.constructor_default()
  limits.set_force_announced_channel_preference(false)
  config.set_channel_handshake_limits(limits)
  config.set_accept_forwards_to_priv_channels(true)
  return config
}

function feeFor(target: ldk.ConfirmationTarget): number {
  return target === ldk.ConfirmationTarget.LDKConfirmationTarget_MaximumFeeEstimate
    ? MOST_SATS_PER_KILOWEIGHT
    : SATS_PER_KILOWEIGHT
}

/** A transaction that the network has already is no fault. */
function send(chain: RegtestNode, raw: Uint8Array): void {
  const tx = bcoin.TX.fromRaw(Buffer.from(raw).toString("hex"), "hex")
  chain.queue.run(() => broadcast(chain, tx)).catch((error: unknown) => console.error(error))
}
