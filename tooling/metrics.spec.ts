import { readFileSync } from "node:fs"
import { collectDefaultMetrics, Registry } from "prom-client"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { z } from "zod"
import { databaseProbes } from "../backend/src/platform/metrics/database-probes.js"
import { hostProbes } from "../backend/src/platform/metrics/host-probes.js"
import { metrics as backend } from "../backend/src/platform/metrics/metrics.js"
import { createProbes } from "../backend/src/platform/metrics/probes.js"
import { bitcoinMetrics } from "../backend/src/modules/bitcoin-payment/src/metrics.js"
import { metrics as storefront } from "../storefront/server/metrics.js"

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.object({ summary: z.string().min(1), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const alerts = rulesSchema.parse(parse(read("docker/alerts.yml"))).groups.flatMap(({ rules }) => rules)

const panelsSchema = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
})
const queries = panelsSchema
  .parse(JSON.parse(read("docker/grafana-dashboard.json")))
  .panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: `panel ${title}`, expr })))

const metricSchema = z.object({
  name: z.string(),
  type: z.union([z.string(), z.number()]),
  labelNames: z.array(z.string()),
  buckets: z.unknown(),
})

/** The labels by metric, as the processes export them. Prometheus adds `up`, `job` and `instance`. */
function exportedMetrics(): Map<string, Set<string>> {
  const defaults = new Registry()
  collectDefaultMetrics({ register: defaults })
  // These modules define the gauges of the probes.
  expect([createProbes, databaseProbes, hostProbes]).toHaveLength(3)
  const all = [backend, bitcoinMetrics, storefront, defaults].flatMap((registry) =>
    registry.getMetricsAsArray(),
  )
  const added = ["job", "instance", "le"]
  const found = new Map([["up", new Set(added)]])
  for (const metric of all) {
    const { name, labelNames, buckets } = metricSchema.parse(metric)
    const labels = new Set([...labelNames, ...added])
    for (const suffix of buckets === undefined ? [""] : ["_bucket", "_count", "_sum"])
      found.set(name + suffix, labels)
  }
  return found
}

const WORDS = new Set(["by", "on", "and", "or", "without", "ignoring"])

/** The metrics in a query, each with the labels that it is selected by. */
function metricsIn(expr: string): { name: string; labels: string[] }[] {
  const withoutLists = expr.replace(/\b(?:by|on|without|ignoring)\s*\([^)]*\)/g, " ").replace(/\[\w+\]/g, " ")
  const tokens = withoutLists.matchAll(/(?<![\w.])([a-z_][a-z0-9_]*)\s*(\{[^}]*\})?\s*(\()?/gi)
  return [...tokens].flatMap(([, name = "", selector = "", call]) =>
    call !== undefined || WORDS.has(name)
      ? []
      : [{ name, labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label) }],
  )
}

it("alerts and dashboard ask for metrics and labels that the processes export, and no others", () => {
  const exported = exportedMetrics()
  const asked = [...alerts.map(({ alert, expr }) => ({ of: alert, expr })), ...queries].flatMap(
    ({ of, expr }) => metricsIn(expr).map((metric) => ({ of, ...metric })),
  )
  expect(asked.length).toBeGreaterThan(50)
  for (const { of, name, labels } of asked) {
    expect([...exported.keys()], of).toContain(name)
    for (const label of labels) expect([...(exported.get(name) ?? [])], `${of}: ${name}`).toContain(label)
  }
})

it("every alert has a section that says what to do, and every such section has its alert", () => {
  const page = read("docs/operating.md")
  const slugs = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  )
  const runbooks = alerts.map(({ annotations }) => annotations.runbook)
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
  for (const runbook of runbooks) expect(slugs.map((slug) => `docs/operating.md#${slug}`)).toContain(runbook)
  const sections = slugs
    .filter((slug) => slug.startsWith("alert-"))
    .map((slug) => `docs/operating.md#${slug}`)
  expect(sections.filter((section) => !runbooks.includes(section))).toEqual([])
})
