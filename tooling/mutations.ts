/** One change to one file of `backend/src/modules/bitcoin-payment` that a test must notice. */
export interface Mutation {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The specs that are asked; at least one of their tests must fail. */
  readonly specs: readonly string[]
}

const INVARIANTS = ["testing/invariants.spec.ts"]
const LEDGER = "testing/model-ledger.ts"
const OBSERVATIONS = "testing/model-observations.ts"

/** The four of bitcoin.md, and the promises of the ledger that the money hangs on. */
export const NAMED_MUTATIONS: readonly Mutation[] = [
  {
    what: "ceil → round: a quote is rounded to the nearest satoshi",
    file: "domain/quote.ts",
    from: "(scaled + rateInPence - 1n) / rateInPence",
    to: "(scaled + rateInPence / 2n) / rateInPence",
    specs: ["domain/quote.spec.ts"],
  },
  {
    what: ">= → >: the exact amount is not enough",
    file: "domain/confirmations.ts",
    from: ">= enough",
    to: "> enough",
    specs: ["domain/evaluate.spec.ts"],
  },
  {
    what: "uniqueness dropped: an act is queued again though it was done",
    file: "testing/model-outbox.ts",
    from: "if (acts.has(id)) continue",
    to: "",
    specs: INVARIANTS,
  },
  {
    what: "uniqueness dropped: an output is kept once for each state it was seen in",
    file: OBSERVATIONS,
    from: "const key = `${txid}:${vout}`",
    to: "const key = `${txid}:${vout}:${status}`",
    specs: INVARIANTS,
  },
  {
    what: "uniqueness dropped: an address is given out twice",
    file: LEDGER,
    from: "address: addressAt(index)",
    to: "address: addressAt(Math.floor(index / 2))",
    specs: INVARIANTS,
  },
  {
    what: "unavailable read as unpaid: a source that fails has nothing to tell",
    file: "application/reconcile.ts",
    from: "const { sees } = chain",
    to: `const { sees } = chain
  const ask = chain.outputsPaying.bind(chain)
  chain = { ...chain, sees, outputsPaying: (question) => ask(question).catch(() => ({ present: [], lost: [] })) }`,
    specs: INVARIANTS,
  },
  {
    what: "a transaction is believed gone at the first miss",
    file: OBSERVATIONS,
    from: "missed > 1",
    to: "missed > 0",
    specs: INVARIANTS,
  },
  {
    what: "an invoice is judged while a transaction of it is in doubt",
    file: OBSERVATIONS,
    from: ".filter(({ id }) => !this.isInDoubt(id))",
    to: "",
    specs: INVARIANTS,
  },
  {
    what: "a poll that was overtaken stores its old facts",
    file: OBSERVATIONS,
    from: "?.lastPollAt !== lastPollAt",
    to: " === undefined && lastPollAt < 0",
    specs: ["testing/scenarios.spec.ts"],
  },
  {
    what: "an address that was not asked for counts as looked at",
    file: OBSERVATIONS,
    from: 'if (poll.covers === "everything") spokenOf',
    to: "spokenOf",
    specs: ["testing/scenarios.spec.ts"],
  },
  {
    what: "two watchers may store a verdict over the same version",
    file: LEDGER,
    from: "stored?.version !== invoice.version",
    to: "stored === undefined",
    specs: ["testing/scenarios.spec.ts"],
  },
  {
    what: "a raised fee loses the payment's place in time",
    file: OBSERVATIONS,
    from: "replaced.map((output) => output.seenAt)",
    to: "[]",
    specs: ["testing/scenarios.spec.ts"],
  },
  {
    what: "an old quote's end cancels the order that a new quote stands for",
    file: "testing/model-books.ts",
    from: `if ((await ledger.invoiceOfOrder(order.id))?.id !== invoice.id) return "skipped"`,
    to: "",
    specs: INVARIANTS,
  },
  {
    what: "the capture does not ask whether it was done before the crash",
    file: "testing/model-books.ts",
    from: "if (!order.capturedFor.includes(invoice.id)) {",
    to: "order.capturedFor.length = 0\n    {",
    specs: INVARIANTS,
  },
  {
    what: "money that lies deep is forgotten when more comes on top",
    file: "domain/evaluate.ts",
    from: "counted.some((output) => confirmationsOf(output, chain.height) >= required)",
    to: "(depthOfAll ?? depthOf(counted, 1n, chain.height) ?? 0) >= required",
    specs: ["domain/evaluate-properties.spec.ts"],
  },
]

const SWAPS: readonly (readonly [operator: string, swapped: string])[] = [
  [">=", ">"],
  [">", ">="],
  ["<=", "<"],
  ["<", "<="],
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
]

/** Files in which every single comparison is to be missed when it is swapped, and the specs that must miss it. */
export const COMPARING_FILES: Readonly<Record<string, readonly string[]>> = {
  "domain/evaluate.ts": ["domain/evaluate.spec.ts", "domain/evaluate-properties.spec.ts"],
  "domain/confirmations.ts": ["domain/confirmations.spec.ts", "domain/evaluate.spec.ts"],
  "domain/arrival.ts": ["domain/arrival.spec.ts"],
  "domain/acts.ts": ["domain/acts.spec.ts"],
  "domain/quote.ts": ["domain/quote.spec.ts"],
}

/** Every comparison of a file, each swapped by itself. */
export function swapsOf(file: string, source: string, specs: readonly string[]): Mutation[] {
  return source.split("\n").flatMap((line, number) =>
    SWAPS.flatMap(([operator, swapped]) =>
      [...line.matchAll(new RegExp(` \\${operator.split("").join("\\")} `, "g"))].map(({ index }) => {
        const mutated = `${line.slice(0, index)} ${swapped} ${line.slice(index + operator.length + 2)}`
        return {
          what: `${file}:${number + 1} ${operator} → ${swapped} in '${line.trim()}'`,
          file,
          from: source
            .split("\n")
            .slice(0, number + 1)
            .join("\n"),
          to: [...source.split("\n").slice(0, number), mutated].join("\n"),
          specs,
        }
      }),
    ),
  )
}
