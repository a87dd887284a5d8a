import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { CREDENTIALS } from "./credentials.js"
import { type Invoice, stateOf } from "./invoices.js"
import { hex } from "./ldk.js"
import type { LightningNetwork } from "./network.js"

const newInvoice = z.strictObject({
  value_msat: z.string().transform(Number),
  memo: z.string(),
  expiry: z.coerce.number().int().default(86_400),
  private: z.boolean().default(false),
})
const cancelled = z.strictObject({ payment_hash: z.base64() })
const byHash = z.object({ hash: z.string() })
const listed = z.object({
  index_offset: z.coerce.number().default(0),
  num_max_invoices: z.coerce.number().default(100),
})
const STATES = { open: "OPEN", settled: "SETTLED", cancelled: "CANCELED", expired: "CANCELED" }
const base64 = (text: string) => Buffer.from(text, "hex").toString("base64")
const error = (code: number, message: string) => ({ code, message, details: [] })

/** LND's REST API over the merchant's node, as lnrpc/lightning.proto describes it: the calls of `CREDENTIALS.lnd`. */
export function lndApi(app: FastifyInstance, network: LightningNetwork): void {
  const { invoices } = network
  const view = (invoice: Invoice) => ({
    memo: invoice.description,
    r_preimage: base64(invoice.preimage),
    r_hash: base64(invoice.hash),
    settle_date: String(Math.floor(invoice.settledAt / 1000)),
    payment_request: invoice.bolt11,
    add_index: String(invoice.index),
    amt_paid_msat: String(invoice.receivedMsat),
    state: STATES[stateOf(invoice)],
  })

  app.addHook("onRequest", async (request, reply) => {
    if (request.headers["grpc-metadata-macaroon"] === CREDENTIALS.lnd) return
    await reply.code(500).send(error(2, "verification failed: signature mismatch after caveat verification"))
  })
  app.post("/v1/invoices", (request) => {
    const { value_msat: msat, memo: description, expiry: expirySeconds } = newInvoice.parse(request.body)
    const added = network.createInvoice({ msat, description, label: "", expirySeconds })
    return { r_hash: base64(added.hash), payment_request: added.bolt11, add_index: String(added.index) }
  })
  app.get("/v1/invoice/:hash", (request, reply) => {
    const invoice = invoices.find(byHash.parse(request.params).hash)
    return invoice ? view(invoice) : reply.code(404).send(error(5, "unable to locate invoice"))
  })
  app.get("/v1/invoices", (request) => {
    const { index_offset: offset, num_max_invoices: most } = listed.parse(request.query)
    const page = invoices.all.slice(offset, offset + most)
    return { invoices: page.map(view), last_index_offset: String(page.at(-1)?.index ?? 0) }
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
    return invoices.cancel(invoice) ? {} : reply.code(500).send(error(2, "invoice already settled"))
  })
  app.get("/v1/getinfo", () => ({
    identity_pubkey: hex(network.merchant.id),
    alias: "sandbox",
    chains: [{ chain: "bitcoin", network: "regtest" }],
  }))
  app.get("/v1/balance/channels", () => ({
    remote_balance: { msat: String(network.merchant.receivableMsat) },
  }))
}
