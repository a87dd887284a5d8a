import { expect, it } from "vitest"
import { z } from "zod"
import { runCampaign } from "../faults/campaign"
import { expectedOutcomeOf } from "../faults/expected-outcome"
import { SOURCES } from "../faults/network"
import { capturesOf, isChanged } from "../faults/books"
import { asText } from "../faults/as-text"
import { brokenInvariants } from "../faults/invariants"
import { planOf } from "../faults/draw-plan"

/** `npm test` runs a short, reproducible campaign, `npm run test:faults` a long one. See README.md. */
const settings = z
  .object({
    FAULT_SEED: z.coerce.number().int().default(2026),
    FAULT_ORDERS: z.coerce.number().int().min(1).default(22),
    FAULT_SOURCE: z.enum(SOURCES).default("esplora"),
    FAULT_PROCESSES: z.enum(["one", "several"]).default("one"),
  })
  .parse(process.env)
const { FAULT_SEED: seed, FAULT_ORDERS: orders, FAULT_SOURCE: source, FAULT_PROCESSES: processes } = settings

it(
  "after random kills, disconnections and reorganisations every paid order is captured once, and no other order is",
  { timeout: 900_000 + orders * 15_000 },
  async () => {
    const plan = planOf(seed, orders, source, processes)
    const named = `FAULT_SEED=${String(seed)} FAULT_ORDERS=${String(orders)} FAULT_SOURCE=${source} FAULT_PROCESSES=${processes}`
    process.stdout.write(`Fault campaign: ${named}\n`)
    const { end, figures } = await runCampaign(plan)
    const unchanged = end.orders.filter((order) => !isChanged(end, order))
    const outcomes = unchanged.map((order) => expectedOutcomeOf(end, order))
    const count = (what: string) => outcomes.filter((one) => one === what).length
    process.stdout.write(
      `${JSON.stringify({
        ...figures,
        buyers: end.observer.sales.length,
        refused: end.observer.sales.filter(({ refusal }) => refusal !== null).length,
        orders: end.orders.length,
        toBeCaptured: count("captured"),
        eitherWay: count("either"),
        captured: [...end.invoices, ...end.cardPayments].filter(({ is_captured }) => is_captured).length,
        cardPayments: end.cardPayments.length,
        charges: end.charges.length,
        returnedCharges: end.charges.filter(({ refunds }) => refunds.length > 0).length,
        cancelled: end.orders.filter(({ status }) => status === "canceled").length,
        cases: end.openCases.length,
        payments: end.observer.payments.size,
        mails: end.received.length,
        databaseCuts: plan.databaseCuts.length,
        sourceCuts: plan.sourceCuts.length,
        cardCuts: plan.cardCuts.length,
        clockSteps: plan.clockSteps.length,
        nodeOutages: end.outages.ofNode.length,
        nodeClocks: end.outages.nodeClocks.map(
          ({ ahead, isReported }) => `${String(ahead)} s${isReported ? ", told" : ""}`,
        ),
        ways: countBy(plan.buyers.map(({ pays }) => pays)),
        cancellations: countBy(
          [...end.observer.cancellations.values()].map(({ by, isDone }) => `${by}: ${String(isDone)}`),
        ),
        refunds: end.recordedRefunds.length,
        changes: countBy(
          [...end.observer.changes.values()].map(
            ({ what, isDone, refusal }) => `${what}: ${refusal ?? String(isDone)}`,
          ),
        ),
        differences: end.orders.filter((order) => capturesOf(order).length > 1).length,
        readings: end.observer.readings,
        inbox: end.inbox.length,
        walletChanges: plan.walletChanges.length,
        serviceFaults: end.outages.ofServices.map(({ fault, ms }) => `${fault} (${String(ms)} ms)`),
      })}\n`,
    )
    const broken = brokenInvariants(end).map(
      ({ sentence, rows }) => `Violated: ${sentence}\n${JSON.stringify(rows, asText, 1)}`,
    )
    expect(broken.join("\n\n"), `after ${named}`).toBe("")
    expect(count("captured"), "orders that had to be captured").toBeGreaterThan(0)
  },
)

const countBy = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]))
