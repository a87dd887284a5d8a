import { Esplora } from "../backend/src/modules/bitcoin-payment/src/adapters/esplora"
import { createPoller } from "../backend/src/modules/bitcoin-payment/src/application/poll"
import { DEFAULT_POLICY } from "../backend/src/modules/bitcoin-payment/src/domain/policy"
import type { ChainSource } from "../backend/src/modules/bitcoin-payment/src/ports/chain-source"
import { markViewed } from "../backend/src/modules/bitcoin-payment/src/repository/poll-times"
import { useWallet } from "../backend/src/modules/bitcoin-payment/src/repository/wallets"
import { ModelDatabase } from "../backend/src/modules/bitcoin-payment/src/testing/model-database"
import { startEsploraStandIn } from "./esplora-stand-in"

const SECOND = 1000
const MINUTE = 60 * SECOND
const START = Date.UTC(2026, 5, 1)
const POLL_MS = 3 * SECOND
/** Orders stay open for an hour, so this many arrive a minute to keep 500 open. */
const OPEN = 500
const ARRIVAL_MS = (60 * MINUTE) / OPEN
/** How long a buyer who pays at once keeps the order's page open, and how many pay later with the page closed. */
const VIEW_MS = 5 * MINUTE
const PAYS_LATER = 0.1

export interface Simulation {
  readonly past: number
  /** Share of requests that the server answers with 429. */
  readonly throttled: number
  readonly minutes: number
}

export interface Delays {
  /** Seconds from a payment to the first poll that sees it. */
  readonly pageOpen: number[]
  readonly pageClosed: number[]
  /** Payments that no poll had seen at the end, and requests in the busiest minute. */
  readonly unseen: number
  readonly requestsPerMinute: number
  /** Paid within the hour, and expired all the same. */
  readonly expiredThoughPaid: number
}

interface Buyer {
  readonly id: string
  readonly openedAt: number
  readonly paysAt: number | null
  readonly isPageOpen: boolean
}

/**
 * The production poller and Esplora adapter on a real database, against a local HTTP server, in simulated time: 500 open
 * invoices, of which nine in ten payers have the order's page open, as the QR code is there.
 */
export async function simulateBudget({ past, throttled, minutes }: Simulation): Promise<Delays> {
  const database = await ModelDatabase.create()
  const random = randomNumbers(7)
  const server = await startEsploraStandIn(() => random() < throttled)
  let now = START
  try {
    await database.clear()
    await database.setTime(now)
    const wallet = await useWallet(database.pool, "descriptor of the bench", "regtest")
    await plantPast(database, wallet.id, past)
    const chain = new Esplora({
      url: server.url,
      network: "regtest",
      requestsPerMinute: 60,
      clock: () => now,
    })
    const poller = createPoller({
      ...partsOf(database),
      chain,
      clock: () => now,
      wallet,
      onFailure: () => undefined,
    })
    const buyers: Buyer[] = []
    const seenAt = new Map<string, number>()
    let nextOrderAt = START - 60 * MINUTE
    let [minuteAt, calls, busiest] = [START, 0, 0]
    for (const end = START + minutes * MINUTE; now < end; now += POLL_MS) {
      await database.setTime(now)
      for (; nextOrderAt <= now; nextOrderAt += ARRIVAL_MS) {
        const buyer = newBuyer(buyers.length, nextOrderAt, random)
        buyers.push(buyer)
        await plantOpen(database, wallet.id, buyer)
      }
      for (const { id, openedAt, paysAt, isPageOpen } of buyers) {
        const age = now - openedAt
        // The page says so when it opens, and every minute.
        if (isPageOpen && age >= 0 && age < VIEW_MS && age % MINUTE < POLL_MS && !seenAt.has(id))
          await markViewed(database.pool, id)
        if (paysAt !== null && paysAt <= now && paysAt > now - POLL_MS) server.pay(`open-${id}`, 12_500)
      }
      await poller.poll()
      const { rows: found } = await database.pool.raw<{ rows: { invoice_id: string }[] }>(
        "select invoice_id from bitcoin_output",
      )
      for (const { invoice_id: id } of found) if (!seenAt.has(id)) seenAt.set(id, now)
      if (now - minuteAt >= MINUTE) {
        busiest = Math.max(busiest, server.calls() - calls)
        ;[minuteAt, calls] = [now, server.calls()]
      }
    }
    const paid = buyers.filter(({ paysAt }) => paysAt !== null && paysAt > START && paysAt < now - 5 * MINUTE)
    const delaysOf = (isPageOpen: boolean) =>
      paid
        .filter((buyer) => buyer.isPageOpen === isPageOpen && seenAt.has(buyer.id))
        .map(({ id, paysAt }) => ((seenAt.get(id) ?? 0) - (paysAt ?? 0)) / SECOND)
    const { rows: expired } = await database.pool.raw<{ rows: { id: string }[] }>(
      "select id from bitcoin_invoice where state = 'expired' and id = any(?)",
      [paid.map(({ id }) => id)],
    )
    return {
      pageOpen: delaysOf(true),
      pageClosed: delaysOf(false),
      unseen: paid.filter(({ id }) => !seenAt.has(id)).length,
      requestsPerMinute: busiest,
      expiredThoughPaid: expired.length,
    }
  } finally {
    await server.stop()
    await database.destroy()
  }
}

/** Milliseconds that the database works for one poll of a shop with this many past and 200 open invoices; the source tells no news. */
export async function databaseTimeOfPolls(past: number, polls: number): Promise<number[]> {
  const database = await ModelDatabase.create()
  try {
    await database.clear()
    await database.setTime(START)
    const wallet = await useWallet(database.pool, "descriptor of the bench", "regtest")
    await plantPast(database, wallet.id, past)
    for (let open = 0; open < 200; open += 1)
      await plantOpen(database, wallet.id, {
        id: String(open),
        openedAt: START,
        paysAt: null,
        isPageOpen: false,
      })
    await database.pool.raw("vacuum analyze bitcoin_invoice")
    const chain: ChainSource = {
      name: "a node without news",
      sees: "everything",
      tip: () => Promise.resolve({ height: 1, hash: "b", previousHash: "a", time: START }),
      outputsPaying: () => Promise.resolve({ present: [], lost: [] }),
      transaction: () => Promise.resolve(null),
      spendOf: () => Promise.resolve(null),
      feeEstimate: () => Promise.resolve(null),
      broadcast: () => Promise.resolve(),
      hasHistory: () => Promise.resolve(false),
      follow: () => Promise.resolve(),
    }
    let now = START
    const poller = createPoller({
      ...partsOf(database),
      chain,
      clock: () => now,
      wallet,
      onFailure: (error) => {
        throw error
      },
    })
    // The first one evaluates every open invoice.
    await poller.poll()
    const started = new Map<string, number>()
    let spent = 0
    database.pool.on("query", (query: { __knexQueryUid: string }) =>
      started.set(query.__knexQueryUid, performance.now()),
    )
    database.pool.on("query-response", (_: unknown, query: { __knexQueryUid: string }) => {
      spent += performance.now() - (started.get(query.__knexQueryUid) ?? performance.now())
    })
    const times: number[] = []
    for (let poll = 0; poll < polls; poll += 1) {
      now += POLL_MS
      spent = 0
      await poller.poll()
      times.push(spent)
    }
    return times
  } finally {
    await database.destroy()
  }
}

function newBuyer(number: number, openedAt: number, random: () => number): Buyer {
  const isPageOpen = random() >= PAYS_LATER
  const wait = isPageOpen ? random() * VIEW_MS : VIEW_MS + random() * 50 * MINUTE
  return { id: String(number), openedAt, paysAt: random() < 0.5 ? openedAt + wait : null, isPageOpen }
}

/** What both simulations give their poller. */
const partsOf = ({ pool }: ModelDatabase) => ({
  db: pool,
  policy: DEFAULT_POLICY,
  // Verifying one address for each order is the checkout's share of the budget.
  addressPool: { prefetch: () => Promise.resolve() },
})

async function plantOpen(database: ModelDatabase, walletId: string, { id, openedAt }: Buyer): Promise<void> {
  await database.pool.raw(
    `insert into bitcoin_invoice (id, order_id, session_id, wallet_id, address_index, address, price_minor, currency, due_sats, rate,
       rate_source, rate_at, expires_at, first_block_by, required_confirmations, state, created_at, last_poll_at)
     values (?, ?, ?, ?, ?, ?, 500, 'GBP', 12500, '40000', 'fixed', ?, ?, ?, 1, 'awaiting_payment', ?, ?)`,
    [id, id, id, walletId, Number(id), `open-${id}`]
      .concat([new Date(openedAt).toISOString(), new Date(openedAt + 60 * MINUTE).toISOString()])
      .concat(new Date(openedAt + 7 * 60 * MINUTE).toISOString())
      .concat([new Date(openedAt).toISOString(), new Date(openedAt).toISOString()]),
  )
}

/** Expired invoices of the last year, due at times spread over their interval. */
async function plantPast(database: ModelDatabase, walletId: string, count: number): Promise<void> {
  await database.pool.raw(
    `insert into bitcoin_invoice (id, order_id, session_id, wallet_id, address_index, address, price_minor, currency, due_sats, rate,
       rate_source, rate_at, expires_at, first_block_by, required_confirmations, state, closed_at, closed_how, created_at, last_poll_at, next_poll_at)
     select 'past-' || i, 'past-' || i, 'past-' || i, ?, 1000000 + i, 'past-' || i, 500, 'GBP', 12500, '40000', 'fixed',
       now(), t, t + interval '6 hours', 1, 'expired', t, 'expired', t - interval '1 hour', now() - random() * interval '1 hour',
       now() + random() * case when t > now() - interval '30 days' then interval '1 hour' else interval '1 day' end
     from (select i, now() - interval '2 hours' - (i::float8 / ?) * interval '365 days' as t from generate_series(1, ?::int) as i) as past`,
    [walletId, count, count],
  )
  await database.pool.raw("vacuum analyze bitcoin_invoice")
}

/** A small generator with a fixed seed (mulberry32), so that two runs simulate the same buyers. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
