import { Client } from "@medusajs/framework/pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest"
import { databaseUrl } from "../harness/postgres"
import { copyTemplate, dropDatabase } from "../harness/template"

const NAME = "shop_own_refusals"
const TXID = "ab".repeat(32)

let client: Client
beforeAll(async () => {
  const server = inject("postgresUrl")
  await copyTemplate(server, inject("template"), NAME)
  client = new Client({ connectionString: databaseUrl(server, NAME) })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await dropDatabase(inject("postgresUrl"), NAME)
})

// Each test is one transaction that is rolled back.
beforeEach(async () => {
  await client.query("begin")
  await insert("bitcoin_wallet", WALLET)
  await insert("bitcoin_invoice", INVOICE)
})
afterEach(async () => {
  await client.query("rollback")
})

type Row = Record<string, string | number | null>

const WALLET: Row = { id: "wallet", descriptor: "the descriptor", network: "regtest" }
const INVOICE: Row = {
  id: "first",
  order_id: "order",
  session_id: "session",
  renewal: 0,
  wallet_id: "wallet",
  address_index: 0,
  address: "the address",
  price_minor: 500,
  currency: "GBP",
  due_sats: 12_500,
  rate: "40000",
  rate_source: "fixed",
  rate_at: "2026-11-21",
  expires_at: "2026-11-21",
  first_block_by: "2026-11-21",
  required_confirmations: 1,
  state: "awaiting_payment",
}
/** An invoice of another order, without any value in common with the first. */
const ANOTHER: Row = {
  ...INVOICE,
  id: "another",
  order_id: "another order",
  session_id: "another session",
  address_index: 1,
  address: "another address",
}
const OUTPUT: Row = {
  txid: TXID,
  vout: 0,
  invoice_id: "first",
  sats: 12_500,
  status: "mempool",
  seen_at: "2026-11-21",
}
const LIGHTNING: Row = {
  payment_hash: "a".repeat(64),
  invoice_id: "first",
  bolt11: "lnbcrt1",
  expires_at: "2026-11-21",
}
const CAPTURE: Row = { id: "message", topic: "bitcoin-effect", key: "capture:first:1", payload: "{}" }
const CLAIM: Row = { id: "claim", invoice_id: "first", transaction_id: TXID, verdict: "pending" }
const CASE: Row = { id: "case", invoice_id: "first", reason: "late" }
const TRANSITION: Row = {
  id: "transition",
  invoice_id: "first",
  sequence: 1,
  from_state: "awaiting_payment",
  to_state: "seen",
  cause: "a look at the chain",
}

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${String(index + 1)}`)
  await client.query(
    `insert into ${table} (${columns.join(", ")}) values (${places.join(", ")})`,
    Object.values(row),
  )
}

interface Refusal {
  what: string
  table: string
  /** Rows that exist already, besides the first invoice. */
  beside?: Row
  row: Row
  /** The constraint or unique index that rejects the row. */
  by: string
}

const REFUSALS: Refusal[] = [
  {
    what: "an address that was used before",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, address: "the address" },
    by: "bitcoin_invoice_address_key",
  },
  {
    what: "a wallet's index that was used before",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, address_index: 0 },
    by: "bitcoin_invoice_wallet_id_address_index_key",
  },
  {
    what: "a second open invoice of an order",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, order_id: "order" },
    by: "bitcoin_invoice_one_open",
  },
  {
    what: "a second initial quote of a payment session",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, session_id: "session" },
    by: "bitcoin_invoice_session_id_renewal_key",
  },
  {
    what: "an invoice over zero satoshis",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, due_sats: 0 },
    by: "bitcoin_invoice_due_sats_check",
  },
  {
    what: "an invoice for a free order",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, price_minor: 0 },
    by: "bitcoin_invoice_price_pence_check",
  },
  {
    what: "an invoice that nothing would pay",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, tolerance_sats: 12_500 },
    by: "bitcoin_invoice_tolerance_sats_check",
  },
  {
    what: "an invoice with a negative amount received",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, received_sats: -1 },
    by: "bitcoin_invoice_received_sats_check",
  },
  {
    what: "an unknown state",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, state: "paid" },
    by: "bitcoin_invoice_state_check",
  },
  {
    what: "an invoice of an unknown wallet",
    table: "bitcoin_invoice",
    row: { ...ANOTHER, wallet_id: "no wallet" },
    by: "bitcoin_invoice_wallet_id_fkey",
  },
  {
    what: "the same output twice, even for another invoice",
    table: "bitcoin_output",
    beside: OUTPUT,
    row: { ...OUTPUT, sats: 1 },
    by: "bitcoin_output_pkey",
  },
  {
    what: "an output with a negative amount",
    table: "bitcoin_output",
    row: { ...OUTPUT, sats: -1 },
    by: "bitcoin_output_sats_check",
  },
  {
    what: "an output with a negative index",
    table: "bitcoin_output",
    row: { ...OUTPUT, vout: -1 },
    by: "bitcoin_output_vout_check",
  },
  {
    what: "a transaction id in upper case, which would count again in lower case",
    table: "bitcoin_output",
    row: { ...OUTPUT, txid: TXID.toUpperCase() },
    by: "bitcoin_output_txid_check",
  },
  {
    what: "an output without an invoice",
    table: "bitcoin_output",
    row: { ...OUTPUT, invoice_id: "no invoice" },
    by: "bitcoin_output_invoice_id_fkey",
  },
  {
    what: "a Lightning payment whose preimage does not prove it",
    table: "bitcoin_lightning_invoice",
    row: { ...LIGHTNING, settled_at: "2026-11-21", received_msat: 1000, preimage: "00".repeat(32) },
    by: "bitcoin_lightning_invoice_preimage_check",
  },
  {
    what: "a second Lightning invoice of a quote",
    table: "bitcoin_lightning_invoice",
    beside: LIGHTNING,
    row: { ...LIGHTNING, payment_hash: "b".repeat(64) },
    by: "bitcoin_lightning_invoice_invoice_id_key",
  },
  {
    what: "a second message for the same effect",
    table: "medusa_payments_outbox",
    beside: CAPTURE,
    row: { ...CAPTURE, id: "another message" },
    by: "medusa_payments_outbox_key_key",
  },
  {
    what: "two transitions at the same position of an invoice's history",
    table: "bitcoin_transition",
    beside: TRANSITION,
    row: { ...TRANSITION, id: "another", to_state: "expired" },
    by: "bitcoin_transition_invoice_id_sequence_key",
  },
  {
    what: "the same claim twice",
    table: "bitcoin_claim",
    beside: CLAIM,
    row: { ...CLAIM, id: "another claim" },
    by: "bitcoin_claim_invoice_id_transaction_id_key",
  },
  {
    what: "a claim longer than twice a transaction id",
    table: "bitcoin_claim",
    row: { ...CLAIM, transaction_id: "a".repeat(129) },
    by: "bitcoin_claim_transaction_id_check",
  },
  {
    what: "a second open case of an invoice",
    table: "bitcoin_case",
    beside: CASE,
    row: { ...CASE, id: "another case" },
    by: "bitcoin_case_one_open",
  },
  {
    what: "a wallet twice",
    table: "bitcoin_wallet",
    row: { ...WALLET, id: "another wallet" },
    by: "bitcoin_wallet_descriptor_key",
  },
  {
    what: "a wallet with a negative next index",
    table: "bitcoin_wallet",
    row: { ...WALLET, id: "another wallet", descriptor: "another", next_index: -1 },
    by: "bitcoin_wallet_next_index_check",
  },
]

describe("the database rejects", () => {
  it.each(REFUSALS)("$what", async ({ table, beside, row, by }) => {
    if (beside) await insert(table, beside)
    await client.query("savepoint before")
    await expect(insert(table, row)).rejects.toMatchObject({ constraint: by })

    // No other rule rejects the row: without this constraint the insert succeeds.
    await client.query("rollback to savepoint before")
    await drop(table, by)
    await insert(table, row)
  })
})

async function drop(table: string, rule: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_constraint where conname = $1", [rule])
  await client.query(
    rowCount === 1 ? `alter table ${table} drop constraint "${rule}" cascade` : `drop index "${rule}"`,
  )
}
