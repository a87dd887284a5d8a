import { inject, it } from "vitest"
import { bitcoinServiceAt } from "../backend/integration/harness/bitcoin-service"
import { askDatabase, databaseUrl } from "../backend/integration/harness/postgres"
import { copyTemplate, dropDatabase } from "../backend/integration/harness/template"
import { startScriptedCore } from "../backend/src/modules/bitcoin-payment/adapters/bitcoin-core/testing/scripted-core"
import { TEST_DESCRIPTOR } from "../backend/src/modules/bitcoin-payment/adapters/testing/test-descriptor"
import type { SourceSettings } from "../backend/src/modules/bitcoin-payment/adapters/choose-source"
import { cpuSeconds } from "./cpu"
import { startEsploraStandIn } from "./esplora-stand-in"
import { PAID_AT_MOST, PAYABLE, plantInvoices } from "./invoices"
import { median, table } from "./report"

const SIZES = [10, 10_000]
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
  stop(): Promise<void>
}

async function core(open: number): Promise<World> {
  const node = await startScriptedCore(TEST_DESCRIPTOR)
  // The stand-in knows the addresses that it has named: those to be paid, and those asked about after a start.
  for (let index = 0; index < PAYABLE.length; index += 1) node.addressAt(index)
  for (let index = open; index <= open + GAP_LIMIT; index += 1) node.addressAt(index)
  return {
    source: {
      kind: "core",
      url: node.url,
      wallet: "shop",
      credentials: { cookieFile: node.cookieFile },
    },
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
    source: { kind: "esplora", urls: [server.url] },
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
])("a poll of the chain with 10 and with 10,000 open invoices, over $name", async ({ name, start }) => {
  const costs = new Map<number, Map<string, Cost>>()
  for (const size of SIZES) costs.set(size, await measure(size, start))
  const [few, many] = SIZES.map((size) => costs.get(size) ?? new Map<string, Cost>())
  const rows = [...(few ?? [])].flatMap(([what, cost]) => {
    const other = many?.get(what)
    if (!other) return []
    return KINDS.map((kind) => [
      `${what}: ${kind}`,
      cost[kind].toFixed(1),
      other[kind].toFixed(1),
      (other[kind] / cost[kind]).toFixed(2),
    ])
  })
  process.stdout.write(table([name, "10 open", "10,000 open", "10,000 ÷ 10"], rows))
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
    await poll()
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
