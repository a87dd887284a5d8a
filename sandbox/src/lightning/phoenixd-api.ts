import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { sendText } from "../html/local-server.js"
import { CREDENTIALS } from "./credentials.js"
import { type Invoice, stateOf } from "./invoices.js"
import { hex } from "./ldk.js"
import type { LightningNetwork } from "./network.js"

const newInvoice = z.object({
  amountSat: z.coerce.number().int(),
  description: z.string().max(128),
  expirySeconds: z.coerce.number().int().default(3600),
  externalId: z.string().default(""),
})
const byHash = z.object({ hash: z.string() })
const listed = z.object({
  from: z.coerce.number().default(0),
  limit: z.coerce.number().default(20),
  offset: z.coerce.number().default(0),
})
const LIMITED_ACCESS = `Basic ${Buffer.from(`:${CREDENTIALS.phoenixd}`).toString("base64")}`
const UNAUTHORIZED = "Invalid authentication (use basic auth with the http password set in phoenix.conf)"
/** A part of what is paid, as phoenixd's provider takes for liquidity: the merchant receives less than the buyer paid. */
const FEE_MSAT = 4000

/** phoenixd's API over the merchant's node, as Api.kt has it. */
export function phoenixdApi(app: FastifyInstance, network: LightningNetwork): void {
  const { invoices } = network
  const view = (invoice: Invoice) => {
    const state = stateOf(invoice)
    const received = Math.max(0, invoice.receivedMsat - FEE_MSAT)
    return {
      paymentHash: invoice.hash,
      preimage: invoice.preimage,
      externalId: invoice.label,
      description: invoice.description,
      isPaid: state === "settled",
      isExpired: state === "expired",
      receivedSat: Math.floor(received / 1000),
      fees: invoice.receivedMsat - received + (received % 1000),
      ...(state === "settled" && { completedAt: invoice.settledAt }),
    }
  }

  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization !== LIMITED_ACCESS) await sendText(reply, 401, UNAUTHORIZED)
  })
  app.post("/payinvoice", (_, reply) => sendText(reply, 401, UNAUTHORIZED))
  app.post("/createinvoice", (request) => {
    const { amountSat, externalId: label, ...rest } = newInvoice.parse(request.body)
    const { hash, bolt11 } = network.createInvoice({ ...rest, label, msat: amountSat * 1000 })
    return { amountSat, paymentHash: hash, serialized: bolt11 }
  })
  app.get("/payments/incoming/:hash", (request, reply) => {
    const invoice = invoices.find(byHash.parse(request.params).hash)
    return invoice ? view(invoice) : sendText(reply, 404, "Not found")
  })
  app.get("/payments/incoming", (request) => {
    const { from, limit, offset } = listed.parse(request.query)
    const paid = invoices.all.filter(({ state, settledAt }) => state === "settled" && settledAt >= from)
    const newestFirst = paid.sort((one, other) => other.settleIndex - one.settleIndex)
    return newestFirst.slice(offset, offset + limit).map(view)
  })
  app.get("/getinfo", () => ({
    nodeId: hex(network.merchant.id),
    channels: [{ inboundLiquiditySat: Math.floor(network.merchant.receivableMsat / 1000) }],
    chain: "regtest",
  }))
  app.get("/getbalance", () => ({ balanceSat: 0, feeCreditSat: 0 }))
}
