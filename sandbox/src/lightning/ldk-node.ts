import { randomBytes } from "node:crypto"
import { type RegtestNode, RequestError } from "../bitcoin/node.js"
import { followChain } from "./chain.js"
import { bytes, hex, ldk } from "./ldk.js"
import { nodeParts, type NodeState } from "./node-parts.js"
import { Peers } from "./peers.js"

const TURN_MS = 250
const PEER_TICK_MS = 10_000
const MANAGER_TICK_MS = 30_000

export interface NodeHandlers {
  /** Coins for a channel: the signed transaction, not yet sent */
  fund(witnessProgram: Uint8Array, sats: number): Promise<Uint8Array>
  /** The preimage, when the payment is to be accepted */
  accept(hash: string, msat: number): Uint8Array | undefined
}

interface Sending {
  resolve(preimage: string): void
  reject(error: Error): void
}

/** A Lightning node in this process. Its chain is the sandbox's own. */
export class LdkNode {
  readonly id: Uint8Array
  readonly peers: Peers
  private readonly manager: ldk.ChannelManager
  private readonly peerManager: ldk.PeerManager
  private readonly sending = new Map<string, Sending>()
  private readonly timers: NodeJS.Timeout[]
  private readonly stopFollowing: () => void
  private isTurnDue = false
  private isClosed = false

  /** To be called within the chain's queue: no block may come between a node's end and its new start. */
  constructor(
    private readonly chain: RegtestNode,
    private readonly handlers: NodeHandlers,
    private readonly state: NodeState = {
      seed: Uint8Array.from(randomBytes(32)),
      manager: null,
      monitors: new Map(),
    },
  ) {
    const { manager, monitors, peerManager } = nodeParts(chain, state)
    this.manager = manager
    this.peerManager = peerManager
    this.id = manager.get_our_node_id()
    this.peers = new Peers(peerManager, () => this.soon())
    this.timers = [
      setInterval(() => this.soon(), TURN_MS),
      setInterval(() => peerManager.timer_tick_occurred(), PEER_TICK_MS),
      setInterval(() => manager.timer_tick_occurred(), MANAGER_TICK_MS),
    ]
    this.stopFollowing = followChain(chain, [manager.as_Confirm(), monitors.as_Confirm()], () => this.soon())
    this.soon()
  }

  /** Ends without a word to its peers. @returns what it starts again from */
  close(): NodeState {
    this.isClosed = true
    for (const timer of this.timers) clearInterval(timer)
    this.stopFollowing()
    this.peers.close()
    this.state.manager = this.manager.write()
    return this.state
  }

  get usable(): readonly ldk.ChannelDetails[] {
    return this.manager.list_usable_channels()
  }

  get receivableMsat(): number {
    return this.usable.reduce((sum, channel) => sum + Number(channel.get_inbound_capacity_msat()), 0)
  }

  /** Whether its invoices name the way over its peer: only once the peer has told its fees. */
  get isReachable(): boolean {
    return this.sign(1000, "", 60, randomBytes(32)).private_routes().length > 0
  }

  /** @returns false while the nodes are not connected */
  openChannel(peer: LdkNode, sats: bigint): boolean {
    const opened = this.manager.create_channel(peer.id, sats, 0n, 0n, null, null)
    this.soon()
    return opened.is_ok()
  }

  invoice(msat: number, description: string, expirySeconds: number, hash: string): string {
    return this.sign(msat, description, expirySeconds, bytes(hash)).to_str()
  }

  private sign(msat: number, text: string, expirySeconds: number, hash: Uint8Array): ldk.Bolt11Invoice {
    const description = ldk.Description.constructor_new(text)
    if (!(description instanceof ldk.Result_DescriptionCreationErrorZ_OK))
      throw new RequestError("The description is too long.", 400)
    // Without a clock, LDK dates an invoice by the newest block.
    const expiry = Math.max(1, Math.round(Date.now() / 1000) + expirySeconds - this.chain.chain.tip.time)
    const made = this.manager.create_bolt11_invoice(
      ldk.Option_u64Z.constructor_some(BigInt(msat)),
      ldk.Bolt11InvoiceDescription.constructor_direct(description.res),
      ldk.Option_u32Z.constructor_some(expiry),
      ldk.Option_u16Z.constructor_none(),
      ldk.Option_ThirtyTwoBytesZ.constructor_some(hash),
    )
    if (!(made instanceof ldk.Result_Bolt11InvoiceSignOrCreationErrorZ_OK))
      throw new RequestError("The invoice could not be made.", 400)
    return made.res
  }

  /**
   * Pays, also an invoice that has expired or is paid already: who accepts it is the payee. @param msat instead of the invoice's amount
   * @returns the preimage
   */
  pay(bolt11: string, msat?: number): Promise<string> {
    const read = ldk.Bolt11Invoice.constructor_from_str(bolt11)
    if (!(read instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK))
      throw new RequestError("That is not a Lightning invoice.", 400)
    const parameters = ldk.UtilMethods.constructor_payment_parameters_from_invoice(read.res)
    if (
      !(parameters instanceof ldk.Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK)
    )
      throw new RequestError("That invoice names no amount.", 400)
    const route = parameters.res.get_c()
    if (msat !== undefined) route.set_final_value_msat(BigInt(msat))
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
    this.peerManager.process_events()
    if (events.length > 0) this.soon()
  }

  private handle(event: ldk.Event): void {
    if (event instanceof ldk.Event_PendingHTLCsForwardable) this.manager.process_pending_htlc_forwards()
    else if (event instanceof ldk.Event_PaymentClaimable) {
      const preimage = this.handlers.accept(hex(event.payment_hash), Number(event.amount_msat))
      if (preimage === undefined) this.manager.fail_htlc_backwards(event.payment_hash)
      else this.manager.claim_funds(preimage)
    } else if (event instanceof ldk.Event_FundingGenerationReady) void this.fund(event)
    else if (event instanceof ldk.Event_PaymentSent)
      this.finish(event.payment_id)?.resolve(hex(event.payment_preimage))
    else if (event instanceof ldk.Event_PaymentFailed) {
      const id = ldk.Option_ThirtyTwoBytesZ.constructor_some(event.payment_id)
      const sentence = "The payee did not accept the payment, or there is no way to it."
      this.finish(id)?.reject(new RequestError(sentence))
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
