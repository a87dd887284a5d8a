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
import { bytesSchema, digitsSchema, secondsSchema } from "./answers"
import { invoiceOf } from "./bolt11"
import { checkMacaroon } from "./macaroon"
import { NodeClient, type NodeOptions } from "./node-client"
import { cancelBy, unlessRefused } from "./refused"
import { settlementOf } from "./settlement"

/** gRPC's code for "not found". */
const NOT_FOUND = 5
const PAGE = "500"

// LND's REST API (lnrpc/lightning.proto as JSON): 64-bit integers are strings, bytes are base64.
const createdSchema = z.object({ payment_request: z.string() })
const invoiceSchema = z.object({
  r_hash: bytesSchema,
  r_preimage: bytesSchema,
  memo: z.string(),
  add_index: digitsSchema,
  state: z.enum(["OPEN", "SETTLED", "CANCELED", "ACCEPTED"]),
  amt_paid_msat: digitsSchema,
  settle_date: secondsSchema,
})
type Invoice = z.infer<typeof invoiceSchema>
const pageSchema = z.object({ invoices: z.array(invoiceSchema), last_index_offset: digitsSchema })
const lineSchema = z.object({ result: invoiceSchema })
const infoSchema = z.object({
  identity_pubkey: z.string(),
  alias: z.string(),
  chains: z.array(z.object({ network: z.string() })).min(1),
})
const balanceSchema = z.object({ remote_balance: z.object({ msat: digitsSchema }) })

export class Lnd implements LightningNode {
  readonly name = "LND"
  private readonly client: NodeClient

  constructor(private readonly options: NodeOptions) {
    const headers = { "grpc-metadata-macaroon": options.credential }
    this.client = new NodeClient(this.name, options, headers, () => this.checkCredential())
  }

  async create(request: InvoiceRequest): Promise<LightningInvoice> {
    const json = {
      value_msat: String(request.sats * 1000n),
      memo: request.description,
      expiry: String(request.expirySeconds),
      // Hints of private channels: a shop often has no others.
      private: true,
    }
    const { payment_request } = await this.client.ask(createdSchema, {
      method: "POST",
      path: "/v1/invoices",
      json,
    })
    return invoiceOf(this.name, this.options.network, request, payment_request)
  }

  async find(paymentHash: PaymentHash): Promise<InvoiceState | undefined> {
    const invoice = await unlessRefused(
      this.client.ask(invoiceSchema, { method: "GET", path: `/v1/invoice/${paymentHash}` }),
      ({ code }) => code === NOT_FOUND,
    )
    if (invoice?.state === "SETTLED")
      return { state: "settled", ...settlementOf(this, paymentHash, settlement(invoice)) }
    // Accepted: parts of the payment have arrived, and wait for the others.
    return invoice && { state: invoice.state === "CANCELED" ? "ended" : "open" }
  }

  cancel(paymentHash: PaymentHash) {
    const json = { payment_hash: Buffer.from(paymentHash, "hex").toString("base64") }
    return cancelBy(this, paymentHash, () =>
      this.client.ask(z.object({}), { method: "POST", path: "/v2/invoices/cancel", json }),
    )
  }

  async status(): Promise<LightningStatus> {
    const [info, balance] = await Promise.all([
      this.client.ask(infoSchema, { method: "GET", path: "/v1/getinfo" }),
      this.client.ask(balanceSchema, { method: "GET", path: "/v1/balance/channels" }),
    ])
    this.client.assertNetwork(info.chains[0]?.network)
    return { nodeId: info.identity_pubkey, alias: info.alias, receivableMsat: balance.remote_balance.msat }
  }

  /** LND lists by creation. So the cursor stays before the first invoice that is still open, and what settled after it comes again. */
  async settledSince(cursor: SettledCursor): Promise<{ settled: SettledInvoice[]; cursor: SettledCursor }> {
    const invoices: Invoice[] = []
    for (let offset = BigInt(cursor ?? 0); ;) {
      const query = new URLSearchParams({ index_offset: String(offset), num_max_invoices: PAGE })
      const page = await this.client.ask(pageSchema, {
        method: "GET",
        path: `/v1/invoices?${query.toString()}`,
      })
      invoices.push(...page.invoices)
      if (page.last_index_offset <= offset) break
      offset = page.last_index_offset
    }
    const isOver = ({ state }: Invoice) => state === "SETTLED" || state === "CANCELED"
    const firstOpen = invoices.findIndex((invoice) => !isOver(invoice))
    const last = invoices.slice(0, firstOpen === -1 ? undefined : firstOpen).at(-1)
    return {
      settled: invoices
        .filter(({ state }) => state === "SETTLED")
        .map((invoice) => ({
          paymentHash: invoice.r_hash,
          description: invoice.memo,
          label: null,
          ...settlement(invoice),
        })),
      cursor: last ? String(last.add_index) : cursor,
    }
  }

  /** Without an index: LND would leave settlements out of what it repeats (lnd issues 2469 and 7071). */
  follow(_after: SettledCursor, onSettled: (paymentHash: PaymentHash) => void, signal: AbortSignal) {
    return this.client.follow(lineSchema, "/v1/invoices/subscribe", signal, ({ result }) => {
      if (result.state === "SETTLED") onSettled(result.r_hash)
    })
  }

  async checkCredential() {
    return checkMacaroon(this.options.credential)
  }
}

const settlement = ({ r_preimage, amt_paid_msat, settle_date }: Invoice): Settlement => ({
  receivedMsat: amt_paid_msat,
  settledAt: settle_date,
  preimage: r_preimage,
})
