import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { waitFor } from "../process/wait.js"
import { CREDENTIALS } from "./credentials.js"
import type { Invoice } from "./invoices.js"
import { hex } from "./ldk.js"
import type { LightningNetwork } from "./network.js"

const newInvoice = z.strictObject({
  amount_msat: z.int().transform(BigInt),
  label: z.string(),
  description: z.string(),
  expiry: z.int().default(604_800),
})
const filter = z.strictObject({ payment_hash: z.string().optional(), label: z.string().optional() })
const deleted = z.strictObject({ label: z.string(), status: z.string() })
const wait = z.strictObject({ lastpay_index: z.int().default(0), timeout: z.int() })
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly status: 401 | 500 = 500,
  ) {
    super(message)
  }
}

/** Core Lightning's commands over the merchant's node, as clnrest serves them. */
export function coreLightningApi(app: FastifyInstance, network: LightningNetwork): void {
  const { invoices } = network
  const labelled = (label: string) =>
    invoices.all.find((each) => each.label === label && each.state !== "deleted")
  const commands: Record<string, (body: unknown) => unknown> = {
    invoice: (body) => {
      const { amount_msat: msat, label, description, expiry: expirySeconds } = newInvoice.parse(body)
      if (labelled(label)) throw new Refusal(900, `Duplicate label '${label}'`)
      const added = invoices.add({ msat, description, label, expirySeconds }, (hash) =>
        network.merchant.invoice(msat, description, expirySeconds, hash),
      )
      return { payment_hash: added.hash, bolt11: added.bolt11, expires_at: seconds(added.expiresAt) }
    },
    listinvoices: (body) => {
      const { payment_hash: hash, label } = filter.parse(body)
      const found = hash === undefined ? labelled(label ?? "") : invoices.find(hash)
      return { invoices: found ? [view(found)] : [] }
    },
    delinvoice: (body) => {
      const { label, status } = deleted.parse(body)
      const invoice = labelled(label)
      if (invoice === undefined) throw new Refusal(905, "Unknown invoice")
      const actual = statusOf(invoice)
      if (actual !== status || !invoices.end(invoice, "deleted"))
        throw new Refusal(906, `Invoice status is ${actual} not ${status}`)
      return view(invoice)
    },
    waitanyinvoice: async (body) => {
      const { lastpay_index: last, timeout } = wait.parse(body)
      const next = () => invoices.all.find(({ settleIndex }) => settleIndex === last + 1)
      const paid = await waitFor(next, { timeoutMs: timeout * 1000, intervalMs: 20 })
      if (paid === undefined) throw new Refusal(904, "Timed out")
      return view(paid)
    },
    getinfo: () => ({ id: hex(network.merchant.id), alias: "SANDBOX", network: "regtest" }),
    listpeerchannels: () => ({
      channels: [
        {
          state: "CHANNELD_NORMAL",
          peer_connected: network.merchant.usable.length > 0,
          receivable_msat: Number(network.merchant.receivableMsat),
        },
      ],
    }),
  }

  app.post("/v1/:command", async (request, reply) => {
    const { command: name } = z.object({ command: z.string() }).parse(request.params)
    try {
      const command = commands[name]
      if (request.headers.rune !== CREDENTIALS["core-lightning"] || command === undefined)
        throw new Refusal(1502, "Not permitted", 401)
      return await reply.code(201).send(await command(request.body))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply.code(error.status).send({ code: error.code, message: error.message })
    }
  })
}

function statusOf({ state, expiresAt }: Invoice): "paid" | "expired" | "unpaid" {
  if (state === "settled") return "paid"
  return state === "cancelled" || Date.now() >= expiresAt ? "expired" : "unpaid"
}

function view(invoice: Invoice) {
  const status = statusOf(invoice)
  return {
    label: invoice.label,
    bolt11: invoice.bolt11,
    payment_hash: invoice.hash,
    amount_msat: Number(invoice.msat),
    description: invoice.description,
    status,
    expires_at: seconds(invoice.expiresAt),
    created_index: invoice.index,
    ...(status === "paid" && {
      pay_index: invoice.settleIndex,
      amount_received_msat: Number(invoice.receivedMsat),
      paid_at: seconds(invoice.settledAt),
      payment_preimage: invoice.preimage,
    }),
  }
}
