import { inject, it } from "vitest"
import { bitcoinServiceAt } from "../backend/src/modules/bitcoin-payment/src/testing/bitcoin-service"
import { askDatabase, databaseUrl } from "../backend/integration/harness/postgres"
import { copyTemplate, dropDatabase } from "../backend/integration/harness/template"
import { startScriptedCore } from "../backend/src/modules/bitcoin-payment/src/adapters/bitcoin-core/testing/scripted-core"
import { TEST_DESCRIPTOR } from "../backend/src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import type { SourceSettings } from "../backend/src/modules/bitcoin-payment/src/adapters/choose-source"
import { cpuSeconds } from "./cpu"
import { startEsploraStandIn } from "./esplora-stand-in"
import { PAID_AT_MOST, PAYABLE, plantInvoices } from "./invoices"
import { median, publish } from "./report"
import { databaseTimeOfPolls, simulateBudget } from "./watcher-simulation"

const SIZES = [10, 1_000, 10_000]
/** Transactions that fell out of the mempool. The wallet of a node lists them without end. */
const ABANDONED = 500
const CHANGES = [0, 1, PAID_AT_MOST]
/** Each payment is a part of what is due, so that its invoice stays open. */
const PART = 1000
const ROUNDS = 10
/** So many addresses beyond the last one are asked about after a start. */
const GAP_LIMIT = 20

/** What one poll costs. CPU is ours and the database's, and holds the stand-in's own share, which is the same at every size. */
interface Cost {
  calls: number
  statements: number
  rows: number
  cpu: number
  ms: number
}

const KINDS = ["calls", "statements", "rows", "cpu", "ms"] as const satisfies (keyof Cost)[]

/** A chain in this process, as the watcher sees it. */
interface World {
  source: SourceSettings
  calls(): number
  pay(address: string): void
  mine(): void
  abandon(): void
  stop(): Promise<void>
}

async function core(open: number): Promise<World> {
  const node = await startScriptedCore(TEST_DESCRIPTOR)
  // The stand-in knows the addresses that it has named: those to be paid, and those asked about after a start.
  for (let index = 0; index < PAYABLE.length; index += 1) node.addressAt(index)
  for (let index = open; index <= open + GAP_LIMIT; index += 1) node.addressAt(index)
  const abandon = () => {
    for (let count = 0; count < ABANDONED; count += 1) {
      const tx = node.chain.send([{ address: node.addressAt(count % PAYABLE.length), sats: 1000n }])
      node.chain.mempool.delete(tx.txid)
    }
  }
  return {
    abandon,
    source: [
      {
        kind: "core",
        url: node.url,
        wallet: "shop",
        credentials: { cookieFile: node.cookieFile },
      },
    ],
    calls: () => node.rpc.calls.length,
    pay: (address) => {
      node.chain.send([{ address, sats: BigInt(PART) }])
    },
    mine: () => {
      node.chain.mine()
    },
    stop: () => node.stop(),
  }
}

async function esplora(): Promise<World> {
  const server = await startEsploraStandIn()
  return {
    abandon: () => undefined,
    source: [{ kind: "esplora", url: server.url }],
    calls: () => server.calls(),
    pay: (address) => {
      server.pay(address, PART)
    },
    mine: () => {
      server.mine()
    },
    stop: () => server.stop(),
  }
}

it.each([
  { name: "Bitcoin Core", start: core },
  { name: "Esplora", start: esplora },
])("a poll of the chain with 10, 1,000 and 10,000 open invoices, over $name", async ({ name, start }) => {
  const costs: Map<string, Cost>[] = []
  for (const size of SIZES) costs.push(await measure(size, start))
  const [few] = costs
  const rows = [...(few?.keys() ?? [])].flatMap((what) =>
    KINDS.map((kind) => [
      `${what}: ${kind}`,
      ...costs.map((cost) => cost.get(what)?.[kind].toFixed(1) ?? ""),
    ]),
  )
  await publish(
    `watcher-${name.toLowerCase().replace(" ", "-")}`,
    [name, ...SIZES.map((size) => `${size} open`)],
    rows,
  )
})

it("a payment is seen over an Esplora of 60 requests a minute, with 500 open and 20,000 past invoices, in simulated time", async () => {
  const rows = []
  for (const throttled of [0, 0.5]) {
    const delays = await simulateBudget({ past: 20_000, throttled, minutes: 60 })
    const name = throttled === 0 ? "every request answered" : "429 to half of them"
    rows.push(
      [`${name}: page open, seconds at the median`, median(delays.pageOpen).toFixed(0)],
      [
        `${name}: page open, seconds at worst (${delays.pageOpen.length} payments)`,
        Math.max(...delays.pageOpen).toFixed(0),
      ],
      [`${name}: page closed, seconds at the median`, median(delays.pageClosed).toFixed(0)],
      [
        `${name}: page closed, seconds at worst (${delays.pageClosed.length} payments)`,
        Math.max(...delays.pageClosed).toFixed(0),
      ],
      [`${name}: not seen by the end`, String(delays.unseen)],
      [`${name}: expired though paid in time`, String(delays.expiredThoughPaid)],
      [`${name}: requests in the busiest minute`, String(delays.requestsPerMinute)],
    )
  }
  await publish("watcher-budget", ["Esplora, 60 requests a minute", ""], rows)
})

it("the database's time for a poll with 100,000 past invoices", async () => {
  const times = await databaseTimeOfPolls(100_000, 50)
  await publish(
    "watcher-database",
    ["100,000 past invoices", "ms"],
    [
      ["median", median(times).toFixed(1)],
      ["worst of 50", Math.max(...times).toFixed(1)],
    ],
  )
})

async function measure(size: number, start: (open: number) => Promise<World>): Promise<Map<string, Cost>> {
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_bench_watcher")
  const url = databaseUrl(inject("postgresUrl"), copy.database)
  const world = await start(size)
  const own = bitcoinServiceAt(url, world.source)
  try {
    await plantInvoices(url, size)
    const [postmaster] = await askDatabase<{ pid: string }>(
      url,
      "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
    )
    const pids = [process.pid, Number(postmaster?.pid)]
    const counts = { statements: 0, rows: 0 }
    own.connection.on("query", () => (counts.statements += 1))
    own.connection.on("query-response", (_: unknown, query: { response?: { rows?: unknown[] } }) => {
      counts.rows += query.response?.rows?.length ?? 0
    })
    const poll = async (): Promise<Cost> => {
      const before = {
        ...counts,
        calls: world.calls(),
        cpu: cpuSeconds(pids) ?? Number.NaN,
        at: performance.now(),
      }
      await own.service.poll()
      return {
        calls: world.calls() - before.calls,
        statements: counts.statements - before.statements,
        rows: counts.rows - before.rows,
        cpu: ((cpuSeconds(pids) ?? Number.NaN) - before.cpu) * 1000,
        ms: performance.now() - before.at,
      }
    }

    const expectNoFailure = async () => {
      const [wallet] = await askDatabase<{ last_failure: string | null }>(
        url,
        "select last_failure from bitcoin_wallet",
      )
      if (wallet?.last_failure !== null) throw new Error(`A poll failed: ${String(wallet?.last_failure)}`)
    }

    const costs = new Map<string, Cost>([["the first poll after a start", await poll()]])
    world.abandon()
    await poll()
    costs.set(`with ${ABANDONED} abandoned transactions`, await poll())
    for (const changes of CHANGES) {
      const rounds: Cost[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        PAYABLE.slice(0, changes).forEach((address) => world.pay(address))
        rounds.push(await poll())
        world.mine()
        await poll()
      }
      await expectNoFailure()
      costs.set(`${String(changes)} paid since the last poll`, typical(rounds))
    }
    return costs
  } finally {
    await own.stop()
    await world.stop()
    await dropDatabase(inject("postgresUrl"), copy.database)
  }
}

function typical(rounds: readonly Cost[]): Cost {
  const of = (kind: keyof Cost) => rounds.map((cost) => cost[kind])
  return {
    calls: median(of("calls")),
    statements: median(of("statements")),
    rows: median(of("rows")),
    // The kernel counts it in steps of 10 ms: only the mean means something.
    cpu: of("cpu").reduce((sum, each) => sum + each, 0) / rounds.length,
    ms: median(of("ms")),
  }
}
