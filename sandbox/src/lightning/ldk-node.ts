import { randomBytes } from "node:crypto"
import { type Block, bcoin, type Entry } from "../bitcoin/bcoin.js"
import { broadcast } from "../bitcoin/broadcast.js"
import { type RegtestNode, RequestError } from "../bitcoin/node.js"
import { catchUp, chainBlock, connect, disconnect, type Listener } from "./chain.js"
import { NodeFiles } from "./files.js"
import { bytes, hex, ldk } from "./ldk.js"
import { Peers } from "./peers.js"

const SATS_PER_KILOWEIGHT = 500
/** A peer that asks for more is told to close. Electrum always asks for 180 satoshis a byte on regtest. */
const MOST_SATS_PER_KILOWEIGHT = 60_000
const TURN_MS = 250
const PEER_TICK_MS = 10_000
const MANAGER_TICK_MS = 30_000

export interface NodeHandlers {
  /** Coins for a channel: the signed transaction, not yet sent */
  fund(witnessProgram: Uint8Array, sats: number): Promise<Uint8Array>
  /** The preimage, when the payment is to be accepted */
  accept(hash: string, msat: bigint): Uint8Array | undefined
  claimed(hash: string, msat: bigint): void
}

interface Sending {
  resolve(sent: { preimage: string; feeMsat: bigint }): void
  reject(error: Error): void
}

/** A Lightning node in this process. Its chain is the sandbox's own. */
export class LdkNode {
  readonly id: Uint8Array
  readonly peers: Peers
  private readonly sending = new Map<string, Sending>()
  private readonly timers: NodeJS.Timeout[]
  private isTurnDue = false
  private isClosed = false

  private constructor(
    private readonly chain: RegtestNode,
    private readonly manager: ldk.ChannelManager,
    private readonly monitors: ldk.ChainMonitor,
    private readonly peerManager: ldk.PeerManager,
    private readonly files: NodeFiles,
    private readonly handlers: NodeHandlers,
  ) {
    this.id = manager.get_our_node_id()
    this.peers = new Peers(peerManager, () => this.soon())
    this.timers = [
      setInterval(() => this.soon(), TURN_MS),
      setInterval(() => peerManager.timer_tick_occurred(), PEER_TICK_MS),
      setInterval(() => manager.timer_tick_occurred(), MANAGER_TICK_MS),
    ]
    chain.chain.on("connect", this.onConnect)
    chain.chain.on("disconnect", this.onDisconnect)
  }

  /** Call within the chain's queue: no block may come meanwhile. */
  static async open(chain: RegtestNode, folder: string, handlers: NodeHandlers): Promise<LdkNode> {
    const opened: { node?: LdkNode } = {}
    const files = new NodeFiles(folder, () => opened.node?.soon())
    const now = Date.now()
    const keys = ldk.KeysManager.constructor_new(
      files.seed(),
      BigInt(Math.floor(now / 1000)),
      (now % 1000) * 1e6,
    )
    const [entropy, signer, signers] = [
      keys.as_EntropySource(),
      keys.as_NodeSigner(),
      keys.as_SignerProvider(),
    ]
    const logger = ldk.Logger.new_impl({ log: () => undefined })
    const fees = ldk.FeeEstimator.new_impl({ get_est_sat_per_1000_weight: feeFor })
    const broadcaster = ldk.BroadcasterInterface.new_impl({
      broadcast_transactions: (txs) => void txs.map((raw) => send(chain, Uint8Array.from(raw))),
    })
    const monitors = ldk.ChainMonitor.constructor_new(
      ldk.Option_FilterZ.constructor_none(),
      ...([broadcaster, logger, fees, files.persist()] as const),
    )
    const graph = ldk.NetworkGraph.constructor_new(ldk.Network.LDKNetwork_Regtest, logger)
    const scorer = ldk.ProbabilisticScorer.constructor_new(
      ldk.ProbabilisticScoringDecayParameters.constructor_default(),
      graph,
      logger,
    )
    const router = ldk.DefaultRouter.constructor_new(
      ...([graph, logger, entropy] as const),
      ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score()).as_LockableScore(),
      ldk.ProbabilisticScoringFeeParameters.constructor_default(),
    ).as_Router()
    const messageRouter = ldk.DefaultMessageRouter.constructor_new(graph, entropy).as_MessageRouter()

    const stored = files.monitors().map((content) => {
      const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelMonitorZ_read(
        content,
        entropy,
        signers,
      )
      if (read instanceof ldk.Result_C2Tuple_ThirtyTwoBytesChannelMonitorZDecodeErrorZ_OK)
        return read.res.get_b()
      throw new Error("A monitor of a Lightning channel cannot be read.")
    })
    const content = files.manager()
    let manager: ldk.ChannelManager
    if (content === undefined) {
      const { tip } = chain.chain
      const best = ldk.BestBlock.constructor_new(bytes(tip.hash), tip.height)
      manager = ldk.ChannelManager.constructor_new(
        ...([
          fees,
          monitors.as_Watch(),
          broadcaster,
          router,
          messageRouter,
          logger,
          entropy,
          signer,
        ] as const),
        ...([signers, configuration()] as const),
        ldk.ChainParameters.constructor_new(ldk.Network.LDKNetwork_Regtest, best),
        Math.floor(now / 1000),
      )
    } else {
      const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelManagerZ_read(
        ...([content, entropy, signer, signers, fees, monitors.as_Watch(), broadcaster] as const),
        ...([router, messageRouter, logger, configuration(), stored] as const),
      )
      if (!(read instanceof ldk.Result_C2Tuple_ThirtyTwoBytesChannelManagerZDecodeErrorZ_OK))
        throw new Error("The state of a Lightning node cannot be read.")
      manager = read.res.get_b()
    }
    for (const monitor of stored) {
      const listener: Listener = {
        transactions_confirmed: (...args) =>
          monitor.transactions_confirmed(...args, broadcaster, fees, logger),
        best_block_updated: (...args) => monitor.best_block_updated(...args, broadcaster, fees, logger),
        transaction_unconfirmed: (txid) => monitor.transaction_unconfirmed(txid, broadcaster, fees, logger),
        get_relevant_txids: () => monitor.get_relevant_txids(),
      }
      await catchUp(chain, listener, monitor.current_best_block())
    }
    await catchUp(chain, manager.as_Confirm(), manager.current_best_block())
    for (const monitor of stored)
      monitors.as_Watch().watch_channel(monitor.get_funding_txo().get_a(), monitor)

    const ignoring = ldk.IgnoringMessageHandler.constructor_new()
    const peerManager = ldk.PeerManager.constructor_new(
      manager.as_ChannelMessageHandler(),
      ignoring.as_RoutingMessageHandler(),
      ignoring.as_OnionMessageHandler(),
      ignoring.as_CustomMessageHandler(),
      ...([Math.floor(now / 1000), Uint8Array.from(randomBytes(32)), logger, signer] as const),
    )
    opened.node = new LdkNode(chain, manager, monitors, peerManager, files, handlers)
    opened.node.soon()
    return opened.node
  }

  /** As a kill would: nothing more is written. */
  close(): void {
    this.isClosed = true
    for (const timer of this.timers) clearInterval(timer)
    this.chain.chain.removeListener("connect", this.onConnect)
    this.chain.chain.removeListener("disconnect", this.onDisconnect)
    this.peers.close()
  }

  channelsWith(peer: LdkNode): ldk.ChannelDetails[] {
    return this.manager.list_channels_with_counterparty(peer.id)
  }

  get usable(): readonly ldk.ChannelDetails[] {
    return this.manager.list_usable_channels()
  }

  get receivableMsat(): bigint {
    return this.usable.reduce((sum, channel) => sum + channel.get_inbound_capacity_msat(), 0n)
  }

  /** Whether its invoices name the way over its peer: only once the peer has told its fees. */
  get isReachable(): boolean {
    return this.sign(1000n, "", 60, randomBytes(32)).private_routes().length > 0
  }

  /** @returns false while the nodes are not connected */
  openChannel(peer: LdkNode, sats: bigint): boolean {
    const opened = this.manager.create_channel(peer.id, sats, 0n, 0n, null, null)
    this.soon()
    return opened.is_ok()
  }

  invoice(msat: bigint, description: string, expirySeconds: number, hash: string): string {
    return this.sign(msat, description, expirySeconds, bytes(hash)).to_str()
  }

  private sign(msat: bigint, text: string, expirySeconds: number, hash: Uint8Array): ldk.Bolt11Invoice {
    const description = ldk.Description.constructor_new(text)
    if (!(description instanceof ldk.Result_DescriptionCreationErrorZ_OK))
      throw new RequestError("The description is too long.", 400)
    // Without a clock, LDK dates an invoice by the newest block.
    const expiry = Math.max(1, Math.round(Date.now() / 1000) + expirySeconds - this.chain.chain.tip.time)
    const made = this.manager.create_bolt11_invoice(
      ldk.Option_u64Z.constructor_some(msat),
      ldk.Bolt11InvoiceDescription.constructor_direct(description.res),
      ldk.Option_u32Z.constructor_some(expiry),
      ldk.Option_u16Z.constructor_none(),
      ldk.Option_ThirtyTwoBytesZ.constructor_some(hash),
    )
    if (!(made instanceof ldk.Result_Bolt11InvoiceSignOrCreationErrorZ_OK))
      throw new RequestError("The invoice could not be made.", 400)
    return made.res
  }

  /** Pays, also an invoice that has expired or is paid already: who accepts it is the payee. @param msat instead of the invoice's amount */
  pay(bolt11: string, msat?: bigint): Promise<{ preimage: string; feeMsat: bigint }> {
    const read = ldk.Bolt11Invoice.constructor_from_str(bolt11)
    if (!(read instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK))
      throw new RequestError("That is not a Lightning invoice.", 400)
    const parameters = ldk.UtilMethods.constructor_payment_parameters_from_invoice(read.res)
    if (
      !(parameters instanceof ldk.Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK)
    )
      throw new RequestError("That invoice names no amount.", 400)
    const route = parameters.res.get_c()
    if (msat !== undefined) route.set_final_value_msat(msat)
    const paymentId = Uint8Array.from(randomBytes(32))
    return new Promise((resolve, reject) => {
      this.sending.set(hex(paymentId), { resolve, reject })
      const sent = this.manager.send_payment(
        ...([parameters.res.get_a(), parameters.res.get_b(), paymentId, route] as const),
        ldk.Retry.constructor_attempts(3),
      )
      if (!sent.is_ok()) {
        this.sending.delete(hex(paymentId))
        reject(new RequestError("There is no way to the payee for that amount."))
      }
      this.soon()
    })
  }

  private readonly onConnect = (entry: Entry, block: Block): Promise<void> => {
    for (const listener of [this.manager.as_Confirm(), this.monitors.as_Confirm()])
      connect(listener, chainBlock(entry, block))
    this.soon()
    return Promise.resolve()
  }

  private readonly onDisconnect = async (entry: Entry, block: Block): Promise<void> => {
    const { chain } = this.chain
    const [below, its] = [await chain.getEntryByHash(entry.prevBlock), await chain.getBlock(entry.prevBlock)]
    if (below === null || its === null) throw new Error("The chain has lost a block.")
    const gone = new Set(block.txs.map((tx) => tx.hash("hex")))
    for (const listener of [this.manager.as_Confirm(), this.monitors.as_Confirm()])
      disconnect(listener, chainBlock(below, its), (txid) => gone.has(txid))
    this.soon()
  }

  /** LDK must not be called from its own callbacks. */
  private soon(): void {
    if (this.isTurnDue) return
    this.isTurnDue = true
    setImmediate(() => {
      this.isTurnDue = false
      if (!this.isClosed) this.turn()
    })
  }

  private turn(): void {
    this.peerManager.process_events()
    const events: ldk.Event[] = []
    const handler = ldk.EventHandler.new_impl({
      handle_event: (event) => {
        events.push(event)
        return ldk.Result_NoneReplayEventZ.constructor_ok()
      },
    })
    this.manager.as_EventsProvider().process_pending_events(handler)
    for (const event of events) this.handle(event)
    const hasWritten = this.files.write(this.manager, this.monitors)
    this.peerManager.process_events()
    if (hasWritten || events.length > 0) this.soon()
  }

  private handle(event: ldk.Event): void {
    if (event instanceof ldk.Event_PendingHTLCsForwardable) this.manager.process_pending_htlc_forwards()
    else if (event instanceof ldk.Event_PaymentClaimable) {
      const preimage = this.handlers.accept(hex(event.payment_hash), event.amount_msat)
      if (preimage === undefined) this.manager.fail_htlc_backwards(event.payment_hash)
      else this.manager.claim_funds(preimage)
    } else if (event instanceof ldk.Event_PaymentClaimed)
      this.handlers.claimed(hex(event.payment_hash), event.amount_msat)
    else if (event instanceof ldk.Event_FundingGenerationReady) void this.fund(event)
    else if (event instanceof ldk.Event_PaymentSent) {
      const fee = event.fee_paid_msat
      const feeMsat = fee instanceof ldk.Option_u64Z_Some ? fee.some : 0n
      this.finish(event.payment_id)?.resolve({ preimage: hex(event.payment_preimage), feeMsat })
    } else if (event instanceof ldk.Event_PaymentFailed) {
      const id = ldk.Option_ThirtyTwoBytesZ.constructor_some(event.payment_id)
      this.finish(id)?.reject(
        new RequestError("The payee did not accept the payment, or there is no way to it."),
      )
    } else if (event instanceof ldk.Event_ChannelClosed) console.error("A Lightning channel was closed.")
  }

  private finish(id: ldk.Option_ThirtyTwoBytesZ): Sending | undefined {
    const key = id instanceof ldk.Option_ThirtyTwoBytesZ_Some ? hex(id.some) : ""
    const sending = this.sending.get(key)
    this.sending.delete(key)
    return sending
  }

  private async fund(event: ldk.Event_FundingGenerationReady): Promise<void> {
    // P2WSH: version 0, and 32 bytes of program.
    const program = Uint8Array.from(event.output_script.subarray(2))
    const raw = await this.handlers.fund(program, Number(event.channel_value_satoshis))
    const { temporary_channel_id: id, counterparty_node_id: peer } = event
    if (!this.manager.funding_transaction_generated(id, peer, raw).is_ok())
      console.error("A Lightning channel could not be funded.")
    this.soon()
  }
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
function send(chain: RegtestNode, raw: Uint8Array): Promise<void> {
  const tx = bcoin.TX.fromRaw(Buffer.from(raw).toString("hex"), "hex")
  return chain.queue
    .run(() => broadcast(chain, tx))
    .then(
      () => undefined,
      (error: unknown) => console.error(error),
    )
}
