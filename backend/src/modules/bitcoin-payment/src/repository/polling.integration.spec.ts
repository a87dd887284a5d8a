import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { z } from "@medusajs/framework/zod"
import { ChainUnavailable, type ChainSource, type PresentOutput, type Question } from "../ports/chain-source"
import { DEFAULT_POLICY } from "../domain/policy"
import { createPoller } from "../application/poll"
import { satoshis } from "../domain/satoshis"
import { ModelDatabase } from "../testing/model-database"
import { type Connection, rows } from "medusa-payments/database"
import { dueInvoices } from "./due-invoices"
import { openInvoice } from "./invoices"
import { detailsOfOrder, requestPolls } from "./payment-review"
import { markViewed, requestPollsForBlock, requestPollsOfOpen, schedulePolls } from "./poll-times"
import { useWallet } from "./wallets"

const SECOND = 1000
const MINUTE = 60 * SECOND
const START = Date.UTC(2026, 0, 1)

let database: ModelDatabase
let now = START
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())
beforeEach(async () => {
  await database.clear()
  await at(START)
})

async function at(time: number): Promise<void> {
  now = time
  await database.setTime(time)
}

/** Open invoices `1` to `count`, created now with a quote of an hour. */
async function plant(count: number, state = "awaiting_payment", from = 1): Promise<void> {
  const wallet = await useWallet(database.pool, "the descriptor", "regtest")
  await database.pool.raw(
    `insert into bitcoin_invoice (id, order_id, session_id, wallet_id, address_index, address, price_minor, currency, due_sats,
       rate, rate_source, rate_at, expires_at, first_block_by, required_confirmations, state)
     select i, i, i, ?, i, 'address-' || i, 500, 'GBP', 12500, '40000', 'fixed', now(), now() + interval '1 hour',
       now() + interval '7 hours', 1, ?
     from generate_series(?::int, ?::int) as i`,
    [wallet.id, state, from, from + count - 1],
  )
}

/** Each invoice has an output, one in each block. */
async function payAll(): Promise<void> {
  await database.pool.raw(
    `insert into bitcoin_output (txid, vout, invoice_id, sats, status, height, block_hash, seen_at)
     select lpad(id, 64, 'a'), 0, id, 12500, 'confirmed', id::int, 'b1', now() from bitcoin_invoice`,
  )
}

type Answer = (question: Question) => Promise<{ present: never[]; lost: never[] }>
const nothing: Answer = async () => ({ present: [], lost: [] })

/** A source that is asked by address, with the production poller. */
async function watch(parts: Partial<ChainSource> & { answer?: Answer } = {}) {
  const asked: string[] = []
  const errors: unknown[] = []
  const { answer = nothing, ...rest } = parts
  const chain: ChainSource = {
    name: "the test's source",
    sees: "addresses",
    tip: async () => ({ height: 1, hash: "b1", previousHash: "b0", time: now }),
    outputsPaying: async (question) => {
      asked.push(...question.addresses)
      return answer(question)
    },
    transaction: async () => null,
    spendOf: async () => null,
    feeEstimate: async () => null,
    broadcast: async () => undefined,
    hasHistory: async () => false,
    follow: async () => undefined,
    ...rest,
  }
  const poller = createPoller({
    db: database.pool,
    chain,
    clock: () => now,
    policy: DEFAULT_POLICY,
    wallet: await useWallet(database.pool, "the descriptor", "regtest"),
    addressPool: { prefetch: async () => undefined },
    onFailure: (error) => errors.push(error),
  })
  /** One poll. @returns which invoices it asked about, in their order */
  const poll = async (): Promise<string[]> => {
    asked.length = 0
    await poller.poll()
    return asked.map((address) => address.replace("address-", ""))
  }
  return { poll, errors }
}

const stateRow = z.object({ id: z.string(), state: z.string(), poll_error: z.string().nullable() })
async function statesOf(): Promise<Map<string, { state: string; error: string | null }>> {
  const found = await rows(database.pool, "select id, state, poll_error from bitcoin_invoice")
  return new Map(
    found.map((row) => {
      const { id, state, poll_error: error } = stateRow.parse(row)
      return [id, { state, error }]
    }),
  )
}

describe("a budget of requests", () => {
  it("is never exceeded by a poll, not even by the first one after a start, and everyone has a turn", async () => {
    await plant(100)
    const { poll } = await watch({ requestsAvailable: () => 7 })
    const polls: string[][] = []
    for (let round = 0; round < 15; round += 1) {
      await at(START + round * 3 * SECOND)
      polls.push(await poll())
    }
    expect(polls.map(({ length }) => length)).toEqual(Array.from({ length: 15 }, () => 7))
    expect(new Set(polls.flat()).size).toBe(100)
  })

  it("asks nothing while it is used up, and expires nothing", async () => {
    await plant(1)
    await at(START + 2 * 60 * MINUTE)
    const { poll } = await watch({ requestsAvailable: () => 0 })
    expect(await poll()).toEqual([])
    expect((await statesOf()).get("1")?.state).toBe("awaiting_payment")
  })

  it("goes first to young invoices and to those whose page is open", async () => {
    await plant(20)
    const { poll } = await watch({ requestsAvailable: () => 2 })
    await at(START + 40 * MINUTE)
    await schedulePolls(
      database.pool,
      now,
      Array.from({ length: 20 }, (_, index) => ({ id: String(index + 1), at: now + 40 * SECOND })),
    )
    await database.pool.raw("update bitcoin_invoice set last_poll_at = now()")
    await at(now + 45 * SECOND)
    await plant(1, "awaiting_payment", 21)
    await markViewed(database.pool, "13")
    await at(now + 3 * SECOND)
    expect((await poll()).sort()).toEqual(["13", "21"])
    // Both are due again at once, and the one that was not viewed waits for its interval.
    await at(now + 3 * SECOND)
    expect((await poll()).sort()).toEqual(["13", "21"])
  })

  it("goes first to a quote that has just ended: what was paid since a poll long before is in time", async () => {
    await plant(20)
    await at(START + 45 * MINUTE)
    await database.pool.raw("update bitcoin_invoice set last_poll_at = now()")
    await at(START + 60 * MINUTE)
    await database.pool.raw(
      "update bitcoin_invoice set expires_at = now() + interval '1 hour' where id <> '13'",
    )
    const { poll } = await watch({
      requestsAvailable: () => 1,
      outputsPaying: async ({ addresses }) => ({
        lost: [],
        present: addresses.map((address) => ({
          ...{ txid: "a".repeat(64), vout: 0, address, amount: satoshis(12500n), status: "mempool" as const },
          ...{ height: null, blockHash: null, blockTime: null, heardAt: null },
        })),
      }),
    })
    await at(now + 40 * SECOND)
    await poll()
    expect((await statesOf()).get("13")?.state).toBe("seen")
  })

  it("leaves a fifth to invoices that are over, however many are open", async () => {
    await plant(50)
    await plant(50, "expired", 51)
    await endedAgo("1 hour")
    const due = await dueInvoices(database.pool, START + MINUTE, 10, DEFAULT_POLICY)
    expect(due.filter(({ state }) => state === "expired")).toHaveLength(2)
  })

  it("polls ended quotes as often as open ones while their orders keep their stock", async () => {
    await plant(50)
    await plant(50, "expired", 51)
    await endedAgo("10 minutes")
    const due = await dueInvoices(database.pool, START + MINUTE, 10, DEFAULT_POLICY)
    expect(due.filter(({ state }) => state === "expired")).toHaveLength(5)
  })

  const endedAgo = (time: string) =>
    database.pool.raw(
      `update bitcoin_invoice set expires_at = now() - interval '${time}' where state = 'expired'`,
    )
})

describe("a poll that fails half way", () => {
  it("keeps what was answered before a 429, and goes on with the rest", async () => {
    await plant(40)
    let calls = 0
    const busy = new ChainUnavailable("the test's source", "429", { retryAfterMs: 5 * SECOND })
    const { poll } = await watch({
      answer: async (question) => {
        calls += 1
        if (calls % 2 === 0) throw busy
        return nothing(question)
      },
    })
    const rounds = 40
    const polled = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      await at(START + round * 6 * SECOND)
      await poll()
      const found = await rows(database.pool, "select id from bitcoin_invoice where last_poll_at > ?", [
        new Date(START),
      ])
      found.forEach((row) => polled.add(z.object({ id: z.string() }).parse(row).id))
    }
    expect(polled.size).toBe(40)
    expect([...(await statesOf()).values()].filter(({ error }) => error !== null)).toEqual([])
  })

  it("leaves the source alone for as long as it asks", async () => {
    await plant(1)
    const busy = new ChainUnavailable("the test's source", "429", { retryAfterMs: 30 * SECOND })
    let isBusy = true
    const { poll } = await watch({
      answer: async (question) => {
        if (isBusy) throw busy
        return nothing(question)
      },
    })
    expect(await poll()).toEqual(["1"])
    isBusy = false
    await at(START + 29 * SECOND)
    expect(await poll()).toEqual([])
    await at(START + 31 * SECOND)
    expect(await poll()).toEqual(["1"])
  })

  it("isolates one invoice that the source cannot answer for, records why, and tries it again later and later", async () => {
    await plant(10)
    const { poll } = await watch({
      answer: async (question) => {
        if (question.addresses.includes("address-4"))
          throw new ChainUnavailable("the test's source", "half a text")
        return nothing(question)
      },
    })
    const polls: string[][] = []
    for (let round = 0; round < 12; round += 1) {
      await at(START + round * 10 * SECOND)
      polls.push(await poll())
    }
    expect(polls[0]).toHaveLength(10)
    // After 15, then 30 and 60 seconds.
    expect(polls.flatMap((asked, round) => (asked.includes("4") ? [round * 10] : []))).toEqual([
      0, 20, 50, 110,
    ])
    expect(polls.every((asked) => asked.includes("5"))).toBe(true)
    expect((await statesOf()).get("4")?.error).toContain("half a text")
    expect((await statesOf()).get("5")?.error).toBeNull()
  })

  it("tries an invoice again at its quote's end, and often in the minute after it, however often it failed before", async () => {
    await plant(2)
    const { poll } = await watch({
      answer: async (question) => {
        if (question.addresses.includes("address-1"))
          throw new ChainUnavailable("the test's source", "half a text")
        return nothing(question)
      },
    })
    const triedAt: number[] = []
    for (let seconds = 58 * 60; seconds < 62 * 60; seconds += 1) {
      await at(START + seconds * SECOND)
      if ((await poll()).includes("1")) triedAt.push(seconds - 3600)
    }
    expect(triedAt.filter((second) => second > 0 && second < 70)).toEqual([1, 16, 31, 46, 61])
    expect(triedAt.filter((second) => second >= 70)).toEqual([])
  })

  it("isolates one invoice whose answer cannot be stored", async () => {
    await plant(3)
    const { poll } = await watch({
      outputsPaying: async ({ addresses }) => ({
        lost: [],
        present: addresses.map((address) => ({
          txid:
            address === "address-2" ? "no transaction id" : address.replace("address-", "").padStart(64, "a"),
          vout: 0,
          address,
          amount: satoshis(12500n),
          status: "mempool" as const,
          ...{ height: null, blockHash: null, blockTime: null, heardAt: null },
        })),
      }),
    })
    await at(START + SECOND)
    await poll()
    const states = await statesOf()
    expect([...states.values()].map(({ state }) => state).sort()).toEqual([
      "awaiting_payment",
      "seen",
      "seen",
    ])
    expect(states.get("2")?.error).toContain("bitcoin_output_txid_check")
  })

  it("counts the source as unavailable after three failures in a row, instead of asking for all", async () => {
    await plant(50)
    const { poll } = await watch({
      answer: async () => {
        throw new ChainUnavailable("the test's source", "no answer")
      },
    })
    expect((await poll()).length).toBeLessThanOrEqual(5)
    const [wallet] = await rows(database.pool, "select last_failure, last_poll_at from bitcoin_wallet")
    expect(wallet).toMatchObject({ last_poll_at: null })
    expect(z.object({ last_failure: z.string() }).parse(wallet).last_failure).toContain("no answer")
  })
})

describe("expiry", () => {
  it("needs a poll of that very invoice, started after its deadline", async () => {
    await plant(12)
    await at(START + 2 * 60 * MINUTE)
    const { poll } = await watch({ requestsAvailable: () => 5 })
    const expired = async () =>
      [...(await statesOf())].filter(([, { state }]) => state === "expired").map(([id]) => id)
    const first = await poll()
    expect(first).toHaveLength(5)
    expect((await expired()).sort()).toEqual(first.sort())
  })
})

describe("two sources", () => {
  const payment: PresentOutput = {
    ...{
      txid: "a".repeat(64),
      vout: 0,
      address: "address-1",
      amount: satoshis(12_500n),
      status: "confirmed",
    },
    ...{ height: 1, blockHash: "b1", blockTime: START, heardAt: null },
  }
  const casesOf = () => rows(database.pool, "select reason, closed_by from bitcoin_case")
  const mails = () =>
    rows(database.pool, "select 1 from medusa_payments_outbox where payload ->> 'kind' = 'mail_case'")

  it("while one is unavailable, an invoice that needs both is not polled and does not expire", async () => {
    await plant(2)
    await database.pool.raw(
      "update bitcoin_invoice set required_sources = 2, poll_requested = true where id = '1'",
    )
    await at(START + 2 * 60 * MINUTE)
    const { poll } = await watch({
      hasSecondOpinion: () => false,
      secondOpinion: async () => {
        throw new ChainUnavailable("the other", "it is down")
      },
    })
    expect(await poll()).toEqual(["2"])
    const states = await statesOf()
    expect([states.get("1")?.state, states.get("2")?.state]).toEqual(["awaiting_payment", "expired"])
  })

  it("that differ change nothing, open one case after half an hour, and close it when they agree", async () => {
    await plant(1)
    await database.pool.raw("update bitcoin_invoice set required_sources = 2")
    let isShown = true
    const { poll, errors } = await watch({
      hasSecondOpinion: () => true,
      secondOpinion: async () => ({ source: "the other", height: 1, outputs: isShown ? [payment] : [] }),
    })
    const end = START + 2 * 60 * MINUTE
    for (const minutes of [0, 29, 30, 31]) {
      await at(end + minutes * MINUTE)
      expect(await poll()).toEqual(["1"])
      expect((await statesOf()).get("1")?.state).toBe("awaiting_payment")
      expect(await casesOf()).toHaveLength(minutes < 30 ? 0 : 1)
      expect(await mails()).toHaveLength(minutes < 30 ? 0 : 1)
    }
    expect(await rows(database.pool, "select dispute from bitcoin_invoice")).toEqual([
      {
        dispute: `the test's source shows no payment; the other shows 12500 satoshis in ${payment.txid}:0, in block 1`,
      },
    ])
    isShown = false
    await at(end + 32 * MINUTE)
    await poll()
    expect((await statesOf()).get("1")?.state).toBe("expired")
    expect(await casesOf()).toEqual([{ reason: "sources_disagree", closed_by: "the chain" }])
    expect(await rows(database.pool, "select disputed_since, dispute from bitcoin_invoice")).toEqual([
      { disputed_since: null, dispute: null },
    ])
    expect(errors).toEqual([])
  })

  it("continue only from a tip of their own", async () => {
    const since: unknown[] = []
    const source = (name: string) =>
      watch({
        name,
        sees: "everything",
        outputsPaying: async (question) => {
          since.push(question.since?.hash ?? null)
          return { present: [], lost: [] }
        },
      })
    const [node, other] = [await source("the node"), await source("the other")]
    for (const { poll } of [node, node, other, node]) await poll()
    expect(since).toEqual([null, "b1", null, null])
  })
})

describe("a search of the past", () => {
  it("starts each poll from nothing, and staff and the orders placed meanwhile keep the chain's height", async () => {
    const since: unknown[] = []
    const { poll } = await watch({
      sees: "everything",
      isRescanning: () => true,
      outputsPaying: async (question) => {
        since.push(question.since)
        return { present: [], lost: [] }
      },
    })
    await poll()
    await poll()
    expect(since).toEqual([null, null])
    const wallet = await useWallet(database.pool, "the descriptor", "regtest")
    const request = {
      ...{ orderId: "an order", sessionId: "a session", priceMinor: 500n, currency: "GBP" },
      ...{
        due: satoshis(12_500n),
        rate: "40000",
        rateSource: "fixed",
        rateAt: now,
        expiresAt: now + 60 * MINUTE,
      },
      ...{
        firstBlockBy: now + 60 * MINUTE,
        requiredConfirmations: 1,
        requiredSources: 1 as const,
        tolerance: satoshis(0n),
      },
    }
    const opened = await openInvoice(database.pool, wallet, request, () => "an address")
    expect(opened.openedAtHeight).toBe(1)
    expect((await detailsOfOrder(database.pool, "an order"))[0]?.tip?.height).toBe(1)
  })
})

describe("a transaction that was missed once", () => {
  it.each(["addresses", "everything"] as const)(
    "is asked for again within seconds, without a new block, by a source that sees %s",
    async (sees) => {
      await plant(1, "confirmed")
      await database.pool.raw(
        `insert into bitcoin_output (txid, vout, invoice_id, sats, status, height, block_hash, seen_at)
         values (?, 0, '1', 12500, 'confirmed', 1, 'b1', now())`,
        ["a".repeat(64)],
      )
      await database.pool.raw(
        "update bitcoin_invoice set confirmations = 1, received_sats = 12500, captured_at = now()",
      )
      let answers = 0
      const { poll } = await watch({
        sees,
        outputsPaying: async ({ known }) => {
          if (known.length === 0) return { present: [], lost: [] }
          answers += 1
          return { present: [], lost: known.map((txid) => ({ txid, status: "gone" as const })) }
        },
      })
      await poll()
      expect((await statesOf()).get("1")?.state).toBe("confirmed")
      await at(START + 3 * SECOND)
      await poll()
      expect(answers).toBe(2)
      expect((await statesOf()).get("1")?.state).toBe("review")
    },
  )
})

describe("an update of several invoices", () => {
  const later = {
    ...{ now: START + MINUTE, height: 2, lastHeight: 1 },
    ...{ isNext: false, sees: "addresses" as const },
  } as const
  it.each<[string, (database: Connection) => Promise<void>]>([
    ["requestPolls", (database) => requestPolls(database, ["1", "2"])],
    ["markViewed", (database) => markViewed(database, "an order")],
    ["requestPollsForBlock", (database) => requestPollsForBlock(database, later)],
    ["requestPollsOfOpen", (database) => requestPollsOfOpen(database, START - 2 * MINUTE)],
    [
      "schedulePolls",
      (database) =>
        schedulePolls(database, now, [
          { id: "2", at: now },
          { id: "1", at: now },
        ]),
    ],
  ])("locks them by id, as staff's actions do, and cannot deadlock with one: %s", async (_, update) => {
    await plant(1, "underpaid", 2) // Postgres finds the second invoice first.
    await plant(1, "underpaid", 1)
    await database.pool.raw("update bitcoin_invoice set order_id = 'an order'")
    await payAll()
    let updated: Promise<void> = Promise.resolve()
    await database.pool.transaction(async (staff) => {
      const lock = (id: string) =>
        rows(staff, "select 1 from bitcoin_invoice where id = ? for update nowait", [id])
      await lock("1")
      updated = update(database.pool)
      await expect
        .poll(() =>
          rows(
            database.pool,
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          ),
        )
        .toHaveLength(1)
      await lock("2")
    })
    await updated
  })
})

describe("the queries of a poll", () => {
  it("use indexes at 100,000 invoices that are over", async () => {
    await plant(200)
    await plant(100_000, "expired", 1001)
    await database.pool.raw(
      "update bitcoin_invoice set next_poll_at = now() + interval '1 day' where state = 'expired'",
    )
    await payAll()
    await database.pool.raw("vacuum analyze bitcoin_invoice, bitcoin_output")
    const statements: { sql: string; bindings: string[] }[] = []
    const listener = (query: { sql: string; bindings: string[] }) => statements.push(query)
    database.pool.on("query", listener)
    const tip = async () => ({ height: 101_000, hash: "b2", previousHash: "b1", time: now })
    for (const sees of ["addresses", "everything"] as const) await (await watch({ sees, tip })).poll()
    database.pool.off("query", listener)
    const polled = statements.filter(({ sql }) => /bitcoin_(invoice|output)/.test(sql))
    expect(polled.length).toBeGreaterThan(5)
    for (const { sql, bindings } of polled) {
      const plan = await rows(database.pool, `explain ${sql.replace(/\$\d+/g, "?")}`, bindings)
      expect(plan.map((row) => JSON.stringify(row)).join("\n"), sql).not.toMatch(
        /Seq Scan on bitcoin_(invoice|output)/,
      )
    }
  })
})
