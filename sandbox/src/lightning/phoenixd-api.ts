import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { sendText } from "../html/local-server.js"
import { CREDENTIALS, FULL_PASSWORD } from "./credentials.js"
import type { Invoice } from "./invoices.js"
import { hex } from "./ldk.js"
import type { LightningNetwork } from "./network.js"

const newInvoice = z.object({
  amountSat: z.string().transform(BigInt),
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
const basic = (password: string) => `Basic ${Buffer.from(`:${password}`).toString("base64")}`
/** A part of what is paid, as phoenixd's provider takes for liquidity: the merchant receives less than the buyer paid. */
const FEE_MSAT = 4000n

/** phoenixd's API over the merchant's node, as Api.kt has it. */
export function phoenixdApi(app: FastifyInstance, network: LightningNetwork): void {
  const { invoices } = network
  const view = (invoice: Invoice) => {
    const { state, receivedMsat, expiresAt, settledAt } = invoice
    const isPaid = state === "settled"
    return {
      type: "incoming_payment",
      subType: "lightning",
      paymentHash: invoice.hash,
      preimage: invoice.preimage,
      externalId: invoice.label,
      description: invoice.description,
      invoice: invoice.bolt11,
      isPaid,
      isExpired: !isPaid && Date.now() >= expiresAt,
      requestedSat: Number(invoice.msat / 1000n),
      receivedSat: isPaid ? Number((receivedMsat - FEE_MSAT) / 1000n) : 0,
      fees: isPaid ? Number(FEE_MSAT + ((receivedMsat - FEE_MSAT) % 1000n)) : 0,
      expiresAt,
      ...(isPaid && { completedAt: settledAt }),
      createdAt: invoice.createdAt,
    }
  }

  app.addHook("onRequest", async (request, reply) => {
    const passwords = request.url.endsWith("/payinvoice")
      ? [FULL_PASSWORD]
      : [FULL_PASSWORD, CREDENTIALS.phoenixd]
    if (!passwords.map(basic).includes(request.headers.authorization ?? ""))
      await sendText(
        reply,
        401,
        "Invalid authentication (use basic auth with the http password set in phoenix.conf)",
      )
  })
  app.post("/createinvoice", (request) => {
    const { amountSat, description, expirySeconds, externalId: label } = newInvoice.parse(request.body)
    const msat = amountSat * 1000n
    const { hash, bolt11 } = invoices.add({ msat, description, label, expirySeconds }, (paymentHash) =>
      network.merchant.invoice(msat, description, expirySeconds, paymentHash),
    )
    return { amountSat: Number(amountSat), paymentHash: hash, serialized: bolt11 }
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
  app.post("/payinvoice", (_, reply) => sendText(reply, 400, "Parameter for 'invoice' is missing"))
  app.get("/getinfo", () => ({
    nodeId: hex(network.merchant.id),
    channels: [{ state: "Normal", inboundLiquiditySat: Number(network.merchant.receivableMsat / 1000n) }],
    chain: "regtest",
    version: "0.8.0-sandbox",
  }))
  app.get("/getbalance", () => ({ balanceSat: 0, feeCreditSat: 0 }))
}
