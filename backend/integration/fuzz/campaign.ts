import { readFile } from "node:fs/promises"
import fc from "fast-check"
import type { BitcoinShop } from "../harness/bitcoin-shop"
import type { Backend } from "../harness/medusa"
import { callsOfApi, callsOfStaff } from "./calls"
import { faultsOf } from "./judge"
import { Records } from "./records"
import { percentEncoded, requestsOf, type Caller, type FuzzRequest } from "./requests"
import { sendRaw, type Answer } from "./send"

const BATCH = 250
const AT_ONCE = 8
const SLOW_MS = 2000
/** These wait for a poll of the chain, or change several orders, one after the other. */
const MAY_BE_SLOW = new Set([
  "POST /admin/payments/{id}/actions",
  "POST /admin/unpaid-orders/cancel",
  "POST /admin/customers/{id}/erasure",
  "DELETE /api/account",
])
/** Runs that take minutes print their progress. */
const PROGRESS_FROM = 10_000

interface Fuzzed {
  /** Each kind of fault of each call, with a request that shows it. */
  faults: string[]
  /** Calls that took longer than two seconds, with their longest time; without those that may. */
  slow: string[]
  /** Calls that never succeeded. */
  neverSucceeded: string[]
  figures: Record<string, unknown>
}

/** Authorization of the callers that have one. */
interface Tokens {
  staff: string
  forger: string
}

/** Sends `count` requests, always the same for a seed, but for the ids of records and what answers in between change. */
export async function runFuzz(
  backend: Backend,
  shop: BitcoinShop,
  tokens: Tokens,
  { seed, count }: { seed: number; count: number },
): Promise<Fuzzed> {
  const calls = [...(await callsOfApi(backend.url)), ...callsOfStaff()]
  const arbitrary = requestsOf(calls)
  const records = new Records(shop, String(seed))
  const faults = new Map<string, string>()
  const slow = new Map<string, number>()
  const [durations, statuses, succeeded] = [[] as number[], new Map<number, number>(), new Set<string>()]
  const memory = [await residentMegabytes(backend.pid)]

  const ask = async (one: FuzzRequest, place: number) => {
    const request = { ...one, target: printable(records.fill(one.target)) }
    const headers = headersOf(request, records, tokens, place)
    const body = one.body === null ? null : records.fill(one.body)
    const name = `${request.method} ${request.call.path}`
    const shown = `${one.caller}: ${request.method} ${request.target.slice(0, 300)} ${JSON.stringify(one.headers).slice(0, 300)} ${(body ?? "").slice(0, 400)} [${one.twist}]`
    let answer: Answer
    try {
      answer = await sendRaw(backend.url, request.method, request.target, headers, body)
    } catch (error) {
      faults.set(`${name}: no answer (${String(error)})`, shown)
      return
    }
    durations.push(answer.ms)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.ms > SLOW_MS && !MAY_BE_SLOW.has(name))
      slow.set(name, Math.max(Math.round(answer.ms), slow.get(name) ?? 0))
    if (answer.status < 400 && one.twist === "") succeeded.add(name)
    for (const fault of faultsOf(request, answer))
      faults.set(`${name}: ${fault}`, `${shown}\n  ${answer.body.slice(0, 300)}`)
    if (answer.contentType.startsWith("application/json"))
      records.learn(`${request.target} ${JSON.stringify(headers)} ${body ?? ""}`, parseJson(answer.body))
  }

  const started = performance.now()
  for (let done = 0; done < count; done += BATCH) {
    await records.refresh()
    const batch = fc.sample(arbitrary, { seed: seed + done, numRuns: Math.min(BATCH, count - done) })
    const waiting = batch.entries()
    const work = async () => {
      for (const [place, one] of waiting) await ask(one, place)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (Math.floor(((done + BATCH) * 10) / count) === Math.floor((done * 10) / count)) continue
    const megabytes = await residentMegabytes(backend.pid)
    memory.push(megabytes)
    if (count >= PROGRESS_FROM)
      process.stdout.write(`${String(done + BATCH)} requests, ${String(megabytes)} MB\n`)
  }
  const seconds = (performance.now() - started) / 1000
  durations.sort((a, b) => a - b)
  const share = (part: number) => Math.round(durations[Math.floor(durations.length * part)] ?? 0)
  return {
    faults: [...faults].map(([sentence, example]) => `${sentence}\n  ${example}`),
    slow: [...slow].map(([name, ms]) => `${name}: ${String(ms)} ms`),
    neverSucceeded: calls
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !succeeded.has(name)),
    figures: {
      seed,
      requests: count,
      calls: calls.length,
      perSecond: Math.round(count / seconds),
      statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
      ms: {
        p50: share(0.5),
        p95: share(0.95),
        p99: share(0.99),
        max: share(1) || Math.round(durations.at(-1) ?? 0),
      },
      slowerThan2s: slow.size,
      memoryMb: memory,
    },
  }
}

function headersOf(
  { caller, target, headers }: FuzzRequest,
  records: Records,
  tokens: Tokens,
  place: number,
): Record<string, string> {
  const own: Record<Caller, Record<string, string>> = {
    anonymous: {},
    shopper: { cookie: `shop_session=${records.session(place)}` },
    buyer: { cookie: `shop_order=${records.orderKey(target)}` },
    staff: { authorization: `Bearer ${tokens.staff}` },
    forger: {
      authorization: `Bearer ${tokens.forger}`,
      cookie: "shop_session=forged; connect.sid=s%3Aforged.x",
    },
  }
  // Buyers of one address would soon reach the limit of unpaid orders.
  const address = `198.51.100.${String(place % 250)}`
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      printable(records.fill(value), /[\x20-\x7e\x80-\xff]/),
    ]),
  )
  return { "x-forwarded-for": address, ...own[caller], ...filled }
}

/** Node's client sends no other characters. */
const printable = (text: string, allowed = /[\x21-\x7e]/) =>
  Array.from(text)
    .map((character) => (allowed.test(character) ? character : percentEncoded(character)))
    .join("")

const parseJson = (text: string): unknown => (text === "" ? null : JSON.parse(text))

/** The memory of a process, on Linux; elsewhere 0. */
async function residentMegabytes(pid: number): Promise<number> {
  if (process.platform !== "linux") return 0
  const status = await readFile(`/proc/${String(pid)}/status`, "utf8")
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
