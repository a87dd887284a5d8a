import type { FastifyInstance } from "fastify"
import { z } from "zod"
import type { Invoice } from "./invoices.js"
import { CREDENTIALS } from "./credentials.js"
import { hex } from "./ldk.js"
import type { LightningNetwork } from "./network.js"

const newInvoice = z.strictObject({
  value_msat: z.string().transform(BigInt),
  memo: z.string().default(""),
  expiry: z.coerce.number().int().default(86_400),
  private: z.boolean().default(false),
})
const cancelled = z.strictObject({ payment_hash: z.base64() })
const byHash = z.object({ hash: z.string() })
const listed = z.object({
  index_offset: z.coerce.number().default(0),
  num_max_invoices: z.coerce.number().default(100),
})
const base64 = (text: string) => Buffer.from(text, "hex").toString("base64")
const error = (code: number, message: string) => ({ code, message, details: [] })
const seconds = (milliseconds: number) => String(Math.floor(milliseconds / 1000))

/** LND's REST API over the merchant's node, as lnrpc/lightning.proto describes it: the calls of `CREDENTIALS.lnd`. */
export function lndApi(app: FastifyInstance, network: LightningNetwork): void {
  const { invoices } = network
  const view = (invoice: Invoice) => {
    const { state, msat, receivedMsat } = invoice
    return {
      memo: invoice.description,
      r_preimage: base64(invoice.preimage),
      r_hash: base64(invoice.hash),
      value: String(msat / 1000n),
      value_msat: String(msat),
      settled: state === "settled",
      creation_date: seconds(invoice.createdAt),
      settle_date: seconds(invoice.settledAt),
      payment_request: invoice.bolt11,
      expiry: String(Math.round((invoice.expiresAt - invoice.createdAt) / 1000)),
      private: true,
      add_index: String(invoice.index),
      settle_index: String(invoice.settleIndex),
      amt_paid_sat: String(receivedMsat / 1000n),
      amt_paid_msat: String(receivedMsat),
      state: lndState(invoice),
    }
  }

  app.addHook("onRequest", async (request, reply) => {
    if (request.headers["grpc-metadata-macaroon"] === CREDENTIALS.lnd) return
    await reply.code(500).send(error(2, "verification failed: signature mismatch after caveat verification"))
  })
  app.post("/v1/invoices", (request) => {
    const { value_msat: msat, memo: description, expiry: expirySeconds } = newInvoice.parse(request.body)
    const added = invoices.add({ msat, description, label: "", expirySeconds }, (hash) =>
      network.merchant.invoice(msat, description, expirySeconds, hash),
    )
    return { r_hash: base64(added.hash), payment_request: added.bolt11, add_index: String(added.index) }
  })
  app.get("/v1/invoice/:hash", (request, reply) => {
    const invoice = invoices.find(byHash.parse(request.params).hash)
    return invoice ? view(invoice) : reply.code(404).send(error(5, "unable to locate invoice"))
  })
  app.get("/v1/invoices", (request) => {
    const { index_offset: offset, num_max_invoices: most } = listed.parse(request.query)
    const page = invoices.all.filter(({ index }) => index > offset).slice(0, most)
    return {
      invoices: page.map(view),
      first_index_offset: String(page[0]?.index ?? 0),
      last_index_offset: String(page.at(-1)?.index ?? 0),
    }
  })
  app.get("/v1/invoices/subscribe", (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { "content-type": "application/json" }).flushHeaders()
    const tell = (invoice: Invoice) => void reply.raw.write(`${JSON.stringify({ result: view(invoice) })}\n`)
    invoices.listeners.add(tell)
    request.raw.socket.once("close", () => invoices.listeners.delete(tell))
  })
  app.post("/v2/invoices/cancel", (request, reply) => {
    const invoice = invoices.find(hex(Buffer.from(cancelled.parse(request.body).payment_hash, "base64")))
    if (invoice === undefined) return reply.code(500).send(error(2, "unable to locate invoice"))
    return invoices.end(invoice, "cancelled") ? {} : reply.code(500).send(error(2, "invoice already settled"))
  })
  app.get("/v1/getinfo", () => ({
    identity_pubkey: hex(network.merchant.id),
    alias: "sandbox",
    chains: [{ chain: "bitcoin", network: "regtest" }],
    synced_to_chain: true,
  }))
  app.get("/v1/balance/channels", () => {
    const { receivableMsat: msat } = network.merchant
    return { remote_balance: { sat: String(msat / 1000n), msat: String(msat) } }
  })
}

function lndState({ state, expiresAt }: Invoice): "OPEN" | "ACCEPTED" | "SETTLED" | "CANCELED" {
  if (state === "settled") return "SETTLED"
  if (state === "claiming") return "ACCEPTED"
  return state === "open" && Date.now() < expiresAt ? "OPEN" : "CANCELED"
}
