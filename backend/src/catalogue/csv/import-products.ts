import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { ImportReport } from "@shop/contracts/staff"
import { queryGraph } from "../../platform/sql/query"
import { withFactsLocked } from "../food/save-product-facts"
import { readProductRows } from "../stock/product-rows"
import { readCategoryIds, readStore } from "../store"
import { planId, planImport } from "./plan"
import type { Known, Plan } from "./plan-line"
import { readProductCsv, type CsvLine } from "./read-csv"
import { importProductTableWorkflow } from "./import-workflow"

type Outcome =
  | { ok: true; report: ImportReport }
  /** The file is not a product table, or the catalogue changed after the preview. */
  | { ok: false; reason: "unreadable" | "outdated"; sentence: string }

/** All or nothing, idempotent. Without `plan`, the id of the previewed plan, nothing is changed. */
export async function importProducts(
  container: MedusaContainer,
  csv: string,
  plan?: string,
): Promise<Outcome> {
  const read = await readProductCsv(csv)
  if ("problem" in read) return { ok: false, reason: "unreadable", sentence: read.problem }
  return withFactsLocked(container, async () => {
    const planned = await planImport(read.lines, await readKnown(container, read.lines))
    const report = reportOf(planned)
    if (plan === undefined) return { ok: true, report }
    if (plan !== report.plan)
      return {
        ok: false,
        reason: "outdated",
        sentence: "The shop has changed meanwhile. Look at the file again.",
      }
    if (report.counts.wrong > 0)
      return { ok: false, reason: "unreadable", sentence: "Some lines are wrong. Nothing was changed." }
    await importProductTableWorkflow(container).run({
      input: { plan: planned, place: await readPlace(container) },
    })
    return { ok: true, report: { ...report, isApplied: true } }
  })
}

function reportOf(plan: Plan): ImportReport {
  const count = (action: Plan["lines"][number]["action"]) =>
    plan.lines.filter((line) => line.action === action).length
  return {
    isApplied: false,
    plan: planId(plan),
    counts: { add: count("add"), change: count("change"), same: count("same"), wrong: count("wrong") },
    lines: plan.lines,
  }
}

async function readKnown(container: MedusaContainer, lines: readonly CsvLine[]): Promise<Known> {
  const [products, categories, skus] = await Promise.all([
    readProductRows(
      container,
      lines.map(({ handle }) => handle),
    ),
    readCategoryIds(container),
    readSkus(
      container,
      lines.map(({ sku }) => sku),
    ),
  ])
  return {
    products: new Map(products.map((product) => [product.handle, product])),
    categories,
    skus,
  }
}

const skuRow = z.object({ sku: z.string(), product: z.object({ handle: z.string() }).nullable() })

async function readSkus(
  container: MedusaContainer,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queryGraph(container, skuRow, { entity: "product_variant", filters: { sku: [...skus] } })
  return new Map(rows.flatMap(({ sku, product }) => (product ? [[sku, product.handle] as const] : [])))
}

const profileRow = z.object({ id: z.string(), type: z.string() })

async function readPlace(container: MedusaContainer) {
  const [store, profiles] = await Promise.all([
    readStore(container),
    queryGraph(container, profileRow, {
      entity: "shipping_profile",
      pagination: { order: { created_at: "ASC" } },
    }),
  ])
  const profile = profiles.find(({ type }) => type === "default") ?? profiles[0]
  return { salesChannelId: store.default_sales_channel_id, shippingProfileId: profile?.id ?? null }
}
