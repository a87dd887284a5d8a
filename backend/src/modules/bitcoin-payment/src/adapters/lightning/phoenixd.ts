import { setTimeout as sleep } from "node:timers/promises"
import { z } from "@medusajs/framework/zod"
import {
  LightningNonsense,
  type CredentialCheck,
  type InvoiceRequest,
  type InvoiceState,
  type LightningInvoice,
  type LightningNode,
  type LightningStatus,
  type PaymentHash,
  type SettledCursor,
  type SettledInvoice,
  type Settlement,
} from "../../ports/lightning-node"
import { hashSchema, millisecondsSchema, satsSchema, wholeSchema } from "./answers"
import { invoiceOf } from "./bolt11"
import { NodeClient, type NodeOptions } from "./node-client"
import { unlessRefused } from "./refused"
import { settlementOf } from "./settlement"

const REMEDY =
  "Take http-password-limited-access: `grep limited ~/.phoenix/phoenix.conf` on the node's machine"
const POLL_MS = 1000
const PAGE = 100

// phoenixd's API (Api.kt, JsonSerializers.kt): times are milliseconds.
const createdSchema = z.object({ serialized: z.string() })
const paymentSchema = z.object({
  paymentHash: hashSchema,
  preimage: hashSchema,
  externalId: z.string().nullish(),
  description: z.string().nullish(),
  isPaid: z.boolean(),
  isExpired: z.boolean(),
  /** After fees, which are in millisatoshis. */
  receivedSat: wholeSchema,
  fees: wholeSchema,
  completedAt: millisecondsSchema.nullish(),
})
type Payment = z.infer<typeof paymentSchema>
/** Coins that came on-chain are listed too, without a payment hash. */
const listSchema = z.array(
  z.union([paymentSchema, z.object({ paymentHash: z.undefined() }).transform(() => null)]),
)
const infoSchema = z.object({
  nodeId: z.string(),
  chain: z.string(),
  channels: z.array(z.object({ inboundLiquiditySat: wholeSchema })),
})
const balanceSchema = z.object({ feeCreditSat: satsSchema })

export interface PhoenixdOptions extends NodeOptions {
  /** False: phoenix.conf says `auto-liquidity=off`, so what channels cannot hold is refused. */
  readonly autoLiquidity: boolean
}

export class Phoenixd implements LightningNode {
  readonly name = "phoenixd"
  private readonly client: NodeClient

  constructor(private readonly options: PhoenixdOptions) {
    const authorization = `Basic ${Buffer.from(`:${options.credential}`).toString("base64")}`
    this.client = new NodeClient(this.name, options, { authorization }, () => this.checkCredential())
  }

  async create(request: InvoiceRequest): Promise<LightningInvoice> {
    const form = {
      amountSat: String(request.sats),
      description: request.description,
      expirySeconds: String(request.expirySeconds),
      externalId: request.label,
    }
    const { serialized } = await this.client.ask(createdSchema, {
      method: "POST",
      path: "/createinvoice",
      form,
    })
    return invoiceOf(this.name, this.options.network, request, serialized)
  }

  async find(paymentHash: PaymentHash): Promise<InvoiceState | undefined> {
    const payment = await unlessRefused(
      this.client.ask(paymentSchema, { method: "GET", path: `/payments/incoming/${paymentHash}` }),
      ({ code, said }) => code === 404 && /^not found$/i.test(said),
    )
    if (payment === undefined) return undefined
    if (payment.isPaid && !payment.completedAt)
      throw new LightningNonsense(this.name, `it names no time of the payment ${paymentHash}`)
    if (payment.isPaid) return { state: "settled", ...settlementOf(this, paymentHash, settlement(payment)) }
    return { state: payment.isExpired ? "ended" : "open" }
  }

  async cancel(paymentHash: PaymentHash) {
    const invoice = await this.find(paymentHash)
    if (invoice?.state === "open") return "not_supported"
    return invoice?.state === "settled" ? "settled" : "cancelled"
  }

  async status(): Promise<LightningStatus> {
    const [info, balance] = await Promise.all([
      this.client.ask(infoSchema, { method: "GET", path: "/getinfo" }),
      this.client.ask(balanceSchema, { method: "GET", path: "/getbalance" }),
    ])
    this.client.assertNetwork(info.chain === "testnet3" ? "testnet" : info.chain)
    const inbound = info.channels.reduce((sum, channel) => sum + channel.inboundLiquiditySat, 0n)
    return {
      nodeId: info.nodeId,
      alias: this.name,
      receivableMsat: this.options.autoLiquidity ? "unlimited" : inbound * 1000n,
      feeCreditSat: balance.feeCreditSat,
    }
  }

  /** The cursor is the time of the newest payment; what came at that time comes again. */
  async settledSince(cursor: SettledCursor): Promise<{ settled: SettledInvoice[]; cursor: SettledCursor }> {
    const payments = []
    for (let offset = 0; ; offset += PAGE) {
      const page = await this.listPaid(cursor, offset)
      payments.push(...page.filter((payment) => payment !== null))
      if (page.length < PAGE) break
    }
    const settled = payments.map((payment) => ({
      paymentHash: payment.paymentHash,
      description: payment.description ?? "",
      label: payment.externalId ?? null,
      ...settlement(payment),
    }))
    const newest = Math.max(Number(cursor ?? 0), ...settled.map(({ settledAt }) => settledAt.getTime()))
    return { settled, cursor: String(newest) }
  }

  /** By polling: phoenixd repeats neither a webhook nor a WebSocket's message that was missed. */
  async follow(after: SettledCursor, onSettled: (paymentHash: PaymentHash) => void, signal: AbortSignal) {
    const told = new Set<PaymentHash>()
    let cursor = after ?? (await this.settledSince(null)).cursor
    while (!signal.aborted) {
      const next = await this.settledSince(cursor)
      cursor = next.cursor
      for (const { paymentHash } of next.settled) {
        if (!told.has(paymentHash)) onSettled(paymentHash)
        told.add(paymentHash)
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Without an invoice nothing is paid: the limited password is refused, and the full one is told what is missing. */
  async checkCredential(): Promise<CredentialCheck> {
    const call = { method: "POST", path: "/payinvoice", form: {} } as const
    const known = await this.client.exchange({ method: "GET", path: "/getinfo" })
    if (known.status === 401) throw this.client.unavailable("it does not accept our password (401)")
    const { status } = await this.client.exchange(call)
    if (known.status === 200 && status === 401) return { isAccepted: true, warning: null }
    if (known.status === 200 && (status < 500 || status > 599))
      return { isAccepted: false, reason: "The password can pay.", remedy: REMEDY }
    throw this.client.unavailable(`it answered ${known.status} and ${status}`)
  }

  private listPaid(from: SettledCursor, offset: number) {
    const query = new URLSearchParams({ from: from ?? "0", limit: String(PAGE), offset: String(offset) })
    return this.client.ask(listSchema, { method: "GET", path: `/payments/incoming?${query.toString()}` })
  }
}

/** A payment without a time is refused when it is found by its hash. */
const settlement = ({ preimage, receivedSat, fees, completedAt }: Payment): Settlement => ({
  receivedMsat: receivedSat * 1000n + fees,
  settledAt: completedAt ?? new Date(0),
  preimage,
})
