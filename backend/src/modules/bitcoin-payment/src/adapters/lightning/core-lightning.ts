import { z } from "@medusajs/framework/zod"
import type {
  InvoiceRequest,
  InvoiceState,
  LightningInvoice,
  LightningNode,
  LightningStatus,
  PaymentHash,
  SettledCursor,
  SettledInvoice,
  Settlement,
} from "../../ports/lightning-node"
import { hashSchema, secondsSchema, wholeSchema } from "./answers"
import { invoiceOf } from "./bolt11"
import { NodeClient, type NodeOptions } from "./node-client"
import { cancelBy, unlessRefused } from "./refused"
import { checkRune } from "./rune"
import { settlementOf } from "./settlement"

/** The node's codes (common/jsonrpc_errors.h). */
const LABEL_EXISTS = 900
const NOTHING_PAID = 904
const LONG_POLL_SECONDS = 30

// clnrest: every command is a POST; the shapes are Core Lightning's schemas (doc/schemas).
const createdSchema = z.object({ bolt11: z.string() })
const paidShape = {
  status: z.literal("paid"),
  pay_index: z.int(),
  amount_received_msat: wholeSchema,
  paid_at: secondsSchema,
  payment_preimage: hashSchema,
}
const invoiceShape = {
  label: z.string(),
  description: z.string().default(""),
  payment_hash: hashSchema,
  bolt11: z.string().optional(),
}
const paidSchema = z.object({ ...invoiceShape, ...paidShape })
type Paid = z.infer<typeof paidSchema>
const unpaidSchema = z.object({ ...invoiceShape, status: z.enum(["unpaid", "expired"]) })
const listSchema = z.object({
  invoices: z.array(z.discriminatedUnion("status", [paidSchema, unpaidSchema])).max(1),
})
const infoSchema = z.object({ id: z.string(), alias: z.string().default(""), network: z.string() })
const channelsSchema = z.object({
  channels: z.array(
    z.object({ state: z.string(), peer_connected: z.boolean(), receivable_msat: wholeSchema.optional() }),
  ),
})

export class CoreLightning implements LightningNode {
  readonly name = "Core Lightning"
  private readonly client: NodeClient
  /** Where the last follower was. */
  private lastPaid: SettledCursor = null

  constructor(private readonly options: NodeOptions) {
    this.client = new NodeClient(this.name, options, { rune: options.credential }, () =>
      this.checkCredential(),
    )
  }

  async create(request: InvoiceRequest): Promise<LightningInvoice> {
    const parameters = {
      amount_msat: Number(request.sats * 1000n),
      label: request.label,
      description: request.description,
      expiry: request.expirySeconds,
    }
    const made = await unlessRefused(
      this.command(createdSchema, "invoice", parameters),
      ({ code }) => code === LABEL_EXISTS,
    )
    const bolt11 = made?.bolt11 ?? (await this.listed({ label: request.label }))?.bolt11
    if (bolt11 === undefined)
      throw this.client.unavailable(`it keeps no invoice of the label ${request.label}`)
    return invoiceOf(this.name, this.options.network, request, bolt11)
  }

  async find(paymentHash: PaymentHash): Promise<InvoiceState | undefined> {
    const invoice = await this.listed({ payment_hash: paymentHash })
    if (invoice?.status === "paid")
      return { state: "settled", ...settlementOf(this, paymentHash, settlement(invoice)) }
    return invoice && { state: invoice.status === "expired" ? "ended" : "open" }
  }

  cancel(paymentHash: PaymentHash) {
    return cancelBy(this, paymentHash, async () => {
      const invoice = await this.listed({ payment_hash: paymentHash })
      if (invoice === undefined) return
      // Refused when it was paid meanwhile.
      await this.command(z.object({}), "delinvoice", { label: invoice.label, status: "unpaid" })
    })
  }

  async status(): Promise<LightningStatus> {
    const [info, { channels }] = await Promise.all([
      this.command(infoSchema, "getinfo", {}),
      this.command(channelsSchema, "listpeerchannels", {}),
    ])
    this.client.assertNetwork(info.network === "bitcoin" ? "mainnet" : info.network)
    const usable = channels.filter(
      ({ state, peer_connected }) => state === "CHANNELD_NORMAL" && peer_connected,
    )
    const receivableMsat = usable.reduce((sum, channel) => sum + (channel.receivable_msat ?? 0n), 0n)
    return { nodeId: info.id, alias: info.alias, receivableMsat }
  }

  /** The cursor is the node's `pay_index`. */
  async settledSince(cursor: SettledCursor): Promise<{ settled: SettledInvoice[]; cursor: SettledCursor }> {
    const settled: SettledInvoice[] = []
    let index = Number(cursor ?? 0)
    for (;;) {
      const paid = await this.nextPaid(index, 0)
      if (paid === undefined) return { settled, cursor: String(index) }
      const { payment_hash, description, label } = paid
      settled.push({ paymentHash: payment_hash, description, label, ...settlement(paid) })
      index = paid.pay_index
    }
  }

  async follow(after: SettledCursor, onSettled: (paymentHash: PaymentHash) => void, signal: AbortSignal) {
    let index = Number(after ?? this.lastPaid ?? (await this.settledSince(null)).cursor)
    while (!signal.aborted) {
      const paid = await this.nextPaid(index, LONG_POLL_SECONDS, signal).catch((error: unknown) => {
        if (signal.aborted) return undefined
        throw error
      })
      if (paid === undefined) continue
      onSettled(paid.payment_hash)
      index = paid.pay_index
      this.lastPaid = String(index)
    }
  }

  async checkCredential() {
    return checkRune(this.options.credential)
  }

  private nextPaid(lastpay_index: number, timeout: number, signal?: AbortSignal): Promise<Paid | undefined> {
    return unlessRefused(
      this.command(paidSchema, "waitanyinvoice", { lastpay_index, timeout }, signal),
      ({ code }) => code === NOTHING_PAID,
    )
  }

  private async listed(by: { label: string } | { payment_hash: string }) {
    return (await this.command(listSchema, "listinvoices", by)).invoices[0]
  }

  private command<T>(schema: z.ZodType<T>, name: string, json: object, signal?: AbortSignal): Promise<T> {
    const longPoll = signal && { signal, longPollMs: LONG_POLL_SECONDS * 1000 }
    return this.client.ask(schema, { method: "POST", path: `/v1/${name}`, json, ...longPoll })
  }
}

const settlement = ({ amount_received_msat, paid_at, payment_preimage }: Paid): Settlement => ({
  receivedMsat: amount_received_msat,
  settledAt: paid_at,
  preimage: payment_preimage,
})
