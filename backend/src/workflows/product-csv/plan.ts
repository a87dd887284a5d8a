import { createHash } from "node:crypto"
import type { ImportReport } from "@shop/contracts/staff"
import { missingFacts, netQuantityIn } from "../../modules/food-information"
import type { ProductChange } from "../food/change"
import type { GoodsOfShelf, GoodsVariant } from "../shelf/read-goods"
import {
  isVariantColumn,
  NO_PRODUCT_CELLS,
  NO_VARIANT_CELLS,
  productCells,
  variantCells,
  type Cells,
} from "./cells"
import { parseProduct, parseVariant, wordsIn } from "./parse-cells"
import type { CsvLine } from "./read-csv"

/** A product that is not there yet; it is made as a draft and then changed like any other. */
export interface NewProduct {
  handle: string
  title: string
  variants: { sku: string; weight: string; pence: number }[]
}

/** A change of a product by its handle and of variants by their stock-keeping units, which new ones have before an id. */
export interface PlannedChange extends Omit<ProductChange, "productId" | "variants"> {
  handle: string
  variants: (Omit<NonNullable<ProductChange["variants"]>[number], "id"> & { sku: string | null })[]
}

export interface Plan {
  additions: NewProduct[]
  changes: PlannedChange[]
  lines: ImportReport["lines"]
}

/** What there is to compare a file with. */
export interface Known {
  /** By handle. */
  goods: ReadonlyMap<string, GoodsOfShelf>
  /** Category ids by handle. */
  categories: ReadonlyMap<string, string>
  /** Whose each stock-keeping unit is: product handles by it. */
  skus: ReadonlyMap<string, string>
}

type ReportLine = Plan["lines"][number]

/** What a file would do to the shop, line by line; nothing is done yet. A pure function of both. */
export function planImport(lines: readonly CsvLine[], known: Known): Plan {
  const plan: Plan = { additions: [], changes: [], lines: [] }
  for (const [handle, group] of groupedByHandle(lines)) planProduct(plan, handle, group, known)
  plan.lines.sort((one, other) => one.line - other.line)
  return plan
}

/** Names a plan: the same file over the same shop gives the same. */
export const nameOfPlan = (plan: Plan): string =>
  createHash("sha256").update(JSON.stringify(plan)).digest("base64url").slice(0, 22)

function groupedByHandle(lines: readonly CsvLine[]): Map<string, CsvLine[]> {
  const groups = new Map<string, CsvLine[]>()
  for (const line of lines) groups.set(line.handle, [...(groups.get(line.handle) ?? []), line])
  return groups
}

function planProduct(plan: Plan, handle: string, group: readonly CsvLine[], known: Known): void {
  const [first] = group
  if (!first) return
  const goods = known.goods.get(handle)
  const before = goods ? productCells(goods) : NO_PRODUCT_CELLS
  const said = cellsOf(first, false)
  const wanted = { ...before, ...said }
  const product = parseProduct(wanted)
  const problems: string[] = product.ok ? [] : [...product.problems]
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle))
    problems.push("handle: Use small letters, digits and hyphens, like heather-honey.")
  const categoryIds = categoriesOf(wordsIn(wanted["categories"] ?? ""), known, problems)

  const report: ReportLine[] = []
  const variants: PlannedChange["variants"] = []
  const fresh: NewProduct["variants"] = []
  const measured = new Map(goods?.variants.map((variant) => [variant.sku, variant]))
  const seen = new Set<string>()
  for (const line of group) {
    const wrong = line === first ? problems : contradictions(line, wanted)
    const variant = findVariant(goods, line, known, wrong)
    if (seen.has(line.sku)) wrong.push("This line stands in the file twice.")
    seen.add(line.sku)
    const old = variant ? variantCells(variant) : NO_VARIANT_CELLS
    const cells = { ...old, ...cellsOf(line, true) }
    const parsed = parseVariant(cells)
    if (!parsed.ok) wrong.push(...parsed.problems)
    const changes = [...(line === first ? differences(before, wanted) : []), ...differences(old, cells)]
    if (parsed.ok) {
      const { weight, netQuantity, pence, stock } = { ...parsed.value, pence: parsed.value.price }
      if (!goods && pence === undefined) wrong.push("price: A new product needs a price.")
      if (variant?.stock === null && stock !== undefined)
        wrong.push("stock: Nothing is counted of this size. Switch on “Manage inventory” on its page first.")
      fresh.push({ sku: line.sku, weight, pence: pence ?? 0 })
      const sku = variant ? variant.sku : line.sku
      const isChanged = (...names: string[]) => changes.some(({ column }) => names.includes(column))
      variants.push({
        sku,
        ...(variant && isChanged("weight") && { weight }),
        ...(isChanged("net_quantity", "net_quantity_unit") && { netQuantity }),
        ...(variant && isChanged("price") && pence !== undefined && { pence }),
        ...(isChanged("stock") && stock !== undefined && { stock }),
      })
      const stated = netQuantity ?? netQuantityIn(weight)
      measured.set(sku, { ...(variant ?? NEW_VARIANT), id: line.sku, weight, netQuantity: stated })
    }
    const name = [wanted["title"], cells["weight"]].filter(Boolean).join(", ")
    report.push({ line: line.line, name, action: "same", changes, problems: wrong })
  }

  if (product.ok && product.value.status === "published" && (goods?.said.isFood ?? true)) {
    const missing = missingFacts(product.value.facts, [...measured.values()])
    if (missing.length > 0)
      problems.push(`status: It cannot be on sale without ${missing.map(({ words }) => words).join("; ")}.`)
  }
  for (const line of report) line.action = actionOf(line, goods !== undefined)
  plan.lines.push(...report)
  if (!product.ok || report.every(({ action }) => action === "same")) return
  const { title, description, status, badge, featured, vat, facts } = product.value
  if (!goods) plan.additions.push({ handle, title, variants: fresh })
  const changed = new Set(differences(before, wanted).map(({ column }) => column))
  const isNew = !goods
  plan.changes.push({
    handle,
    variants,
    ...(changed.has("title") && { title }),
    ...(changed.has("description") && { description }),
    ...(changed.has("status") && { status }),
    ...(changed.has("categories") && { categoryIds }),
    ...(changed.has("badge") && { badge }),
    ...(changed.has("featured") && { isFeatured: featured }),
    ...((isNew || changed.has("vat")) && vat && { vat }),
    ...((isNew || [...changed].some((column) => !PLAIN_COLUMNS.has(column))) && { facts }),
  })
}

/** What a change of the product's own row writes; all others are facts of its food. */
const PLAIN_COLUMNS = new Set(["title", "description", "status", "categories", "badge", "featured", "vat"])

const NEW_VARIANT: GoodsVariant = {
  id: "",
  weight: "",
  sku: null,
  stated: null,
  netQuantity: null,
  price: null,
  stock: null,
  available: null,
}

const cellsOf = (line: CsvLine, ofVariant: boolean): Cells =>
  Object.fromEntries(Object.entries(line.cells).filter(([name]) => isVariantColumn(name) === ofVariant))

/** A further size of a product may leave its product's cells blank, but not say something else. */
const contradictions = (line: CsvLine, wanted: Cells): string[] =>
  Object.entries(cellsOf(line, false)).flatMap(([name, cell]) =>
    cell === "" || cell === wanted[name] ? [] : [`${name}: This product's first line says something else.`],
  )

function categoriesOf(handles: readonly string[], known: Known, problems: string[]): string[] {
  const unknown = handles.filter((handle) => !known.categories.has(handle))
  if (unknown.length > 0)
    problems.push(
      `categories: There is no ${unknown.join(", ")}. Use ${[...known.categories.keys()].join(", ")}.`,
    )
  return handles.flatMap((handle) => known.categories.get(handle) ?? [])
}

function findVariant(
  goods: GoodsOfShelf | undefined,
  { sku, handle }: CsvLine,
  known: Known,
  wrong: string[],
): GoodsVariant | undefined {
  if (!goods) {
    const owner = known.skus.get(sku)
    if (sku === "") wrong.push("sku: A new product needs a stock-keeping unit.")
    else if (owner !== undefined && owner !== handle) wrong.push(`sku: It is ${owner}'s already.`)
    return undefined
  }
  const [only, ...others] = goods.variants
  const found =
    sku === "" && others.length === 0 ? only : goods.variants.find((variant) => variant.sku === sku)
  if (!found)
    wrong.push(
      "sku: This product has no such size. Add sizes on the product's page, then import their facts.",
    )
  return found
}

const isSame = (from: string, to: string) =>
  from === to || (from !== "" && to !== "" && Number(from) === Number(to))

const differences = (before: Cells, after: Cells) =>
  Object.entries(after).flatMap(([column, to]) => {
    const from = before[column] ?? ""
    return isSame(from, to) ? [] : [{ column, from, to }]
  })

function actionOf({ problems, changes }: ReportLine, isKnown: boolean): ReportLine["action"] {
  if (problems.length > 0) return "wrong"
  if (!isKnown) return "add"
  return changes.length > 0 ? "change" : "same"
}
