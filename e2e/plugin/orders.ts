import { expect } from "@playwright/test"
import pg from "pg"
import { z } from "zod"
import {
  buyInBitcoin,
  checkOutInBitcoin,
  type Call,
} from "../../backend/integration/harness/bare-checkout.mjs"
import { control, mine, pay } from "../fixtures/bitcoin-network"
import { payByLightning, whileNodeIsAway } from "../fixtures/lightning"
import type { PluginStack } from "../stack/plugin-stack"

const paymentAnswer = z.object({
  bitcoin_payment: z.object({
    address: z.string(),
    uri: z.string().nullable(),
    state: z.string(),
    receivedSats: z.string(),
    lightning: z.object({ invoice: z.string() }).nullable(),
  }),
})
/** What an order costs: £12.34 at £40,000, ¥2,400 at ¥8,000,000 for a bitcoin. */
export const DUE_SATS = { gbp: 30_850n, jpy: 30_000n }
type Currency = keyof typeof DUE_SATS

/** Orders of the bare application, as buyers bring them about. */
export class Orders {
  constructor(private readonly plugin: PluginStack) {}

  /** Buys, and pays with one transaction for each amount. @returns the order's id */
  async buy(currency: Currency, ...payments: readonly bigint[]): Promise<string> {
    const id = await buyInBitcoin(this.call, currency)
    // The first read of its payment makes the quote.
    await this.paymentOf(id)
    for (const sats of payments) await this.pay(id, sats)
    return id
  }

  /** @returns the id of a cart whose order can be placed */
  checkOut(currency: Currency): Promise<string> {
    return checkOutInBitcoin(this.call, currency)
  }

  /** Buys and pays; the payment is in a block. */
  async bought(state: string, currency: Currency, ...payments: readonly bigint[]): Promise<string> {
    const id = await this.buy(currency, ...payments)
    await this.mine()
    await this.reaches(id, state)
    return id
  }

  /** Lets the time to pay, and what is added to it for a part payment, be over. */
  async runOut(id: string, state: string): Promise<void> {
    await this.ask(
      "update bitcoin_invoice set expires_at = now() - interval '16 minutes', next_poll_at = now() where order_id = $1",
      [id],
    )
    await this.reaches(id, state)
  }

  /** Pays an order from another wallet. */
  async pay(id: string, sats: bigint): Promise<void> {
    await pay(this.plugin.bitcoinUrl, (await this.paymentOf(id)).address, sats)
  }

  /** Pays an order from another node. */
  async payByLightning(id: string): Promise<void> {
    const invoice = async () => (await this.paymentOf(id)).lightning?.invoice
    await expect.poll(invoice).toBeDefined()
    await payByLightning(this.plugin.bitcoinUrl, (await invoice()) ?? "")
  }

  /** Takes the last block back, and its transactions out of the network. */
  async undoLastBlock(): Promise<void> {
    await control(this.plugin.bitcoinUrl, "reorganise", { depth: 1, dropTransactions: true })
  }

  /** Meanwhile an order can be paid on the chain alone. */
  async whileNodeIsAway(work: () => Promise<void>): Promise<void> {
    await whileNodeIsAway(this.plugin, work)
  }

  /** Meanwhile neither the chain's source nor the Lightning node answers. */
  async whileSourceIsAway(work: () => Promise<void>): Promise<void> {
    process.kill(this.plugin.bitcoinPid, "SIGSTOP")
    try {
      await work()
    } finally {
      process.kill(this.plugin.bitcoinPid, "SIGCONT")
    }
  }

  async mine(): Promise<void> {
    await mine(this.plugin.bitcoinUrl, 1)
  }

  async reaches(id: string, state: string): Promise<void> {
    await expect.poll(async () => (await this.paymentOf(id)).state).toBe(state)
  }

  /** @returns how many rows were found or changed */
  async ask(sql: string, values: unknown[] = []): Promise<number | null> {
    const client = new pg.Client({ connectionString: this.plugin.databaseUrl })
    await client.connect()
    try {
      return (await client.query(sql, values)).rowCount
    } finally {
      await client.end()
    }
  }

  async paymentOf(id: string) {
    return (await this.call(paymentAnswer, `/store/orders/${id}/bitcoin-payment`)).bitcoin_payment
  }

  private readonly call: Call = async (schema, route, body) => {
    const response = await fetch(`${this.plugin.backendUrl}${route}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": this.plugin.key },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${route}: ${String(response.status)} ${await response.text()}`)
    return schema.parse(await response.json())
  }
}
