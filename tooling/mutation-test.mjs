#!/usr/bin/env node
/**
 * node tooling/mutation-test.mjs [<text>]: applies one mutation at a time to production files of the payment module and expects
 * a test to fail. With a text, only mutations whose name contains it. About 20 minutes for all; not part of npm test.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

const root = path.join(import.meta.dirname, "..")
const source = path.join(root, "backend/src/modules/bitcoin-payment/src")
/** @typedef {{ name: string, file: string, from: string, to: string, specs: string[] }} Mutation */

const INVARIANTS = [
  "testing/invariants.integration.spec.ts",
  "testing/claims.integration.spec.ts",
  "testing/repeated-reports.integration.spec.ts",
]
const SCENARIOS = ["testing/scenarios.integration.spec.ts"]

/** @type {Mutation[]} */
const NAMED = [
  {
    name: "a quote is rounded to the nearest satoshi, not up",
    file: "domain/quote.ts",
    from: "(scaled + rateInMinor - 1n) / rateInMinor",
    to: "(scaled + rateInMinor / 2n) / rateInMinor",
    specs: ["domain/quote.spec.ts"],
  },
  {
    name: "the exact amount is not enough",
    file: "domain/confirmations.ts",
    from: ">= enough",
    to: "> enough",
    specs: ["domain/evaluate.spec.ts"],
  },
  {
    name: "deep money is forgotten when more arrives",
    file: "domain/evaluate.ts",
    from: "settledOf(counted, chain.height, required)",
    to: "settledOf((depthOfAll ?? depthOf(counted, 1n, chain.height) ?? 0) >= required ? counted : [], chain.height, required)",
    specs: ["domain/evaluate-properties.spec.ts"],
  },
  {
    name: "an address is given out twice",
    file: "repository/invoices.ts",
    from: "addressAt(index),",
    to: "addressAt(Math.floor(index / 2)),",
    specs: SCENARIOS,
  },
  {
    name: "an unavailable source is read as unpaid",
    file: "application/reconcile.ts",
    from: "await chain.outputsPaying({",
    to: "await ((question: Parameters<typeof chain.outputsPaying>[0]) => chain.outputsPaying(question).catch(() => ({ present: [], lost: [] })))({",
    specs: INVARIANTS,
  },
  {
    name: "a confirmed transaction counts as gone after the first miss",
    file: "domain/observe.ts",
    from: "const before = output.missing",
    to: "const before = output.missing ?? { since: startedAt, height }",
    specs: ["domain/observe.spec.ts"],
  },
  {
    name: "a lost mempool is believed at the second miss",
    file: "domain/observe.ts",
    from: "height > before.height ||",
    to: "height >= before.height ||",
    specs: ["domain/time-rules.spec.ts"],
  },
  {
    name: "an invoice expires while one of its outputs is missing",
    file: "domain/evaluate.ts",
    from: "return found.length === outputs.length || PAID.has(verdict.state) ? verdict : null",
    to: "return verdict",
    specs: ["domain/time-rules.spec.ts"],
  },
  {
    name: "one of two sources settles a large order",
    file: "domain/agreement.ts",
    from: "agreedOutputs(first.outputs, second), view",
    to: "first.outputs, view",
    specs: ["domain/agreement.spec.ts"],
  },
  {
    name: "one of two sources lets a large order expire",
    file: "domain/agreement.ts",
    from: "if (differing.length === 0)",
    to: "if (differing.length >= 0)",
    specs: ["domain/agreement.spec.ts"],
  },
  {
    name: "an order that needs two sources is polled while one is away",
    file: "application/reconcile.ts",
    from: "chain.hasSecondOpinion?.() === false ? 1 : 2",
    to: "2",
    specs: ["repository/polling.integration.spec.ts"],
  },
  {
    name: "an overtaken poll stores its older facts",
    file: "repository/outputs.ts",
    from: "(read.get(invoice.id) ?? invoice).lastPollAt === invoice.lastPollAt",
    to: "read.has(invoice.id) || true",
    specs: SCENARIOS,
  },
  {
    name: "an invoice that was not asked about counts as polled",
    file: "repository/outputs.ts",
    from: 'isShown && poll.covers === "everything"',
    to: "isShown",
    specs: SCENARIOS,
  },
  {
    name: "a verdict is stored over a newer version",
    file: "repository/verdicts.ts",
    from: "where id = ? and version = ? returning id",
    to: "where id = ? and version >= ? returning id",
    specs: SCENARIOS,
  },
  {
    name: "money that waits for confirmations is not looked at with each block",
    file: "repository/poll-times.ts",
    from: "status = 'confirmed' and o.height > ?",
    to: "status = 'confirmed' and o.height < ?",
    specs: INVARIANTS,
  },
  {
    name: "what became of replaced transactions is asked for due invoices only",
    file: "repository/due-invoices.ts",
    from: 'sees === "everything" ? waiting',
    to: "sees !== sees ? waiting",
    specs: INVARIANTS,
  },
  {
    name: "a verdict that lost against the closing of its order is dropped",
    file: "application/store-answer.ts",
    from: "? startedAt + HOT\n    : storeVerdict(",
    to: "? startedAt + HOT\n    : startedAt + 86_400_000 || storeVerdict(",
    specs: SCENARIOS,
  },
  {
    name: "a replacement loses the time of what it replaces",
    file: "domain/observe.ts",
    from: "vanished.sort(), observation",
    to: "[], observation",
    specs: ["domain/observe.spec.ts"],
  },
  {
    name: "an unconfirmed payment keeps its rate without a limit",
    file: "domain/evaluate.ts",
    from: "(firstBlockAt ?? chain.observedAt) <= invoice.firstBlockBy",
    to: "(firstBlockAt ?? 0) <= invoice.firstBlockBy",
    specs: ["domain/time-rules.spec.ts"],
  },
  {
    name: "a replacement inherits the time for more than what it replaces",
    file: "domain/arrival.ts",
    from: "own.push({ amount: satoshis(rest), seenAt: output.seenAt })",
    to: "own.push({ amount: satoshis(rest), seenAt: own[0]?.seenAt ?? output.seenAt })",
    specs: ["domain/arrival.spec.ts"],
  },
  {
    name: "a review holds the stock without a limit",
    file: "domain/effects.ts",
    from: 'state === "expired" || state === "review"',
    to: 'state === "expired"',
    specs: ["domain/time-rules.spec.ts"],
  },
  {
    name: "money from before the order counts",
    file: "domain/arrival.ts",
    from: ".filter(({ seenAt }) => seenAt >= createdAt)",
    to: "",
    specs: ["domain/evaluate.spec.ts"],
  },
  {
    name: "an address is not checked once more as it is taken",
    file: "application/address-pool.ts",
    from: "|| !this.isFresh(index)",
    to: "",
    specs: ["application/address-pool.spec.ts"],
  },
  {
    name: "the history of an address is not checked",
    file: "application/address-pool.ts",
    from: "await skipIndex(index)",
    to: "void skipIndex",
    specs: SCENARIOS,
  },
  {
    name: "a paid session keeps its expired invoice",
    file: "repository/invoices.ts",
    from: 'latest.state === "expired" && latest.closed === null',
    to: "latest.closed === null && false",
    specs: SCENARIOS,
  },
  {
    name: "the loss of a conflicted payment is not stored",
    file: "domain/observe.ts",
    from: "? output : lost",
    to: "? output : output",
    specs: ["domain/observe.spec.ts"],
  },
]

const SWAPS = [
  [">=", ">"],
  [">", ">="],
  ["<=", "<"],
  ["<", "<="],
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
]
/** Every comparison in these files is swapped, one at a time. */
const SWAPPED = {
  "domain/evaluate.ts": ["domain/evaluate.spec.ts", "domain/evaluate-properties.spec.ts"],
  "domain/confirmations.ts": ["domain/confirmations.spec.ts", "domain/evaluate.spec.ts"],
  "domain/arrival.ts": ["domain/arrival.spec.ts", "domain/evaluate.spec.ts"],
  "domain/observe.ts": ["domain/observe.spec.ts"],
  "domain/agreement.ts": ["domain/agreement.spec.ts"],
  "domain/effects.ts": ["domain/effects.spec.ts"],
  "domain/quote.ts": ["domain/quote.spec.ts"],
}

/** @type {(file: string, specs: string[]) => Mutation[]} */
function swapsOf(file, specs) {
  const lines = readFileSync(path.join(source, file), "utf8").split("\n")
  return lines.flatMap((line, number) =>
    SWAPS.flatMap(([operator, swapped]) =>
      line
        .split(` ${operator} `)
        .slice(1)
        .map((_, index) => {
          const parts = line.split(` ${operator} `)
          const mutated = `${parts.slice(0, index + 1).join(` ${operator} `)} ${swapped} ${parts.slice(index + 1).join(` ${operator} `)}`
          const before = lines.slice(0, number)
          return {
            name: `${file}:${number + 1} ${operator} → ${swapped}`,
            file,
            from: [...before, line].join("\n"),
            to: [...before, mutated].join("\n"),
            specs,
          }
        }),
    ),
  )
}

/**
 * The number of tests that failed.
 * @type {(mutation: Pick<Mutation, "file" | "from" | "to">, specs: string[]) => Promise<number>}
 */
function run({ file, from, to }, specs) {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs")
  const report = path.join(reports, "report.json")
  const child = spawn(
    process.execPath,
    [
      vitest,
      "run",
      "-c",
      path.join(root, "tooling/mutation-config.ts"),
      "--bail=1",
      "--reporter=json",
      `--outputFile=${report}`,
      "-t",
      "^(?!the random histories)",
      ...specs,
    ],
    {
      cwd: root,
      stdio: "ignore",
      env: {
        ...process.env,
        ...{ MUTATION_FILE: file, MUTATION_FROM: from, MUTATION_TO: to },
        ...{ FC_SHRINK: "no", FC_SEED: "1", FC_RUNS: "60" },
      },
    },
  )
  return new Promise((resolve, reject) =>
    child.once("close", () => {
      const { numTotalTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"))
      rmSync(report)
      // Tests that do not run prove nothing.
      if (numTotalTests === 0) reject(new Error(`No test ran for ${file}`))
      else resolve(numFailedTests)
    }),
  )
}

const reports = mkdtempSync(path.join(tmpdir(), "mutations-"))
const wanted = process.argv[2] ?? ""
const mutations = [
  ...NAMED,
  ...Object.entries(SWAPPED).flatMap(([file, specs]) => swapsOf(file, specs)),
].filter(({ name }) => name.includes(wanted))
for (const { name, file, from } of mutations)
  if (!readFileSync(path.join(source, file), "utf8").includes(from))
    throw new Error(`'${name}' no longer fits ${file}`)
const specs = [...new Set(mutations.flatMap((mutation) => mutation.specs))]
if ((await run({ file: "", from: "", to: "" }, specs)) > 0)
  throw new Error("The tests fail without a mutation.")

let survivors = 0
for (const mutation of mutations) {
  const survived = (await run(mutation, mutation.specs)) === 0
  if (survived) survivors += 1
  process.stdout.write(`${survived ? "SURVIVED" : "killed  "}  ${mutation.name}\n`)
}
rmSync(reports, { recursive: true })
process.stdout.write(`${mutations.length} mutations, ${survivors} survived\n`)
process.exitCode = survivors > 0 ? 1 : 0
