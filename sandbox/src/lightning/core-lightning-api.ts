import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { waitFor } from "../process/wait.js"
import { CREDENTIALS } from "./credentials.js"
import { type Invoice, stateOf } from "./invoices.js"
import { hex } from "./ldk.js"
import type { LightningNetwork } from "./network.js"

const newInvoice = z.strictObject({
  amount_msat: z.int(),
  label: z.string(),
  description: z.string(),
  expiry: z.int().default(604_800),
})
const filter = z.strictObject({ payment_hash: z.string().optional(), label: z.string().optional() })
const deleted = z.strictObject({ label: z.string(), status: z.string() })
const wait = z.strictObject({ lastpay_index: z.int().default(0), timeout: z.int() })
const STATUSES = { open: "unpaid", settled: "paid", cancelled: "deleted", expired: "expired" }

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
  const find = (fits: (invoice: Invoice) => boolean) =>
    invoices.all.find((each) => fits(each) && each.state !== "cancelled")
  const commands: Record<string, (body: unknown) => unknown> = {
    invoice: (body) => {
      const { amount_msat: msat, expiry: expirySeconds, ...rest } = newInvoice.parse(body)
      if (find(({ label }) => label === rest.label)) throw new Refusal(900, "Duplicate label")
      const { hash, bolt11 } = network.createInvoice({ ...rest, msat, expirySeconds })
      return { payment_hash: hash, bolt11 }
    },
    listinvoices: (body) => {
      const by = filter.parse(body)
      const found = find(({ hash, label }) => hash === by.payment_hash || label === by.label)
      return { invoices: found ? [view(found)] : [] }
    },
    delinvoice: (body) => {
      const asked = deleted.parse(body)
      const invoice = find(({ label }) => label === asked.label)
      if (invoice === undefined) throw new Refusal(905, "Unknown invoice")
      const { status } = view(invoice)
      if (status !== asked.status || !invoices.cancel(invoice))
        throw new Refusal(906, `Invoice status is ${status} not ${asked.status}`)
      return {}
    },
    waitanyinvoice: async (body) => {
      const { lastpay_index: last, timeout } = wait.parse(body)
      const next = () => find(({ settleIndex }) => settleIndex === last + 1)
      const paid = await waitFor(next, { timeoutMs: timeout * 1000, intervalMs: 20 })
      if (paid === undefined) throw new Refusal(904, "Timed out")
      return view(paid)
    },
    getinfo: () => ({ id: hex(network.merchant.id), alias: "SANDBOX", network: "regtest" }),
    listpeerchannels: () => {
      const { usable, receivableMsat } = network.merchant
      const state = { state: "CHANNELD_NORMAL", peer_connected: usable.length > 0 }
      return { channels: [{ ...state, receivable_msat: receivableMsat }] }
    },
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

function view(invoice: Invoice) {
  const state = stateOf(invoice)
  return {
    label: invoice.label,
    bolt11: invoice.bolt11,
    payment_hash: invoice.hash,
    description: invoice.description,
    status: STATUSES[state],
    ...(state === "settled" && {
      pay_index: invoice.settleIndex,
      amount_received_msat: invoice.receivedMsat,
      paid_at: Math.floor(invoice.settledAt / 1000),
      payment_preimage: invoice.preimage,
    }),
  }
}
