import { createHash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { missingForSale } from "../product-facts"
import { NO_PRODUCT_CELLS, productCells, type Cells } from "./cells"
import { parseProduct, wordsIn } from "./parse-cells"
import { planLine, type Known, type NewProduct, type Plan, type PlannedChange } from "./plan-line"
import { cellsAbout, differences, type CsvLine } from "./read-csv"

type ReportLine = Plan["lines"][number]

/** Decided by file and catalogue alone. Other requests run between two products. */
export async function planImport(lines: readonly CsvLine[], known: Known): Promise<Plan> {
  const plan: Plan = { additions: [], changes: [], lines: [] }
  for (const [handle, group] of groupedByHandle(lines)) {
    planProduct(plan, handle, group, known)
    await setImmediate()
  }
  plan.lines.sort((one, other) => one.line - other.line)
  return plan
}

/** The id of a plan: the same file and the same catalogue give the same id. */
export const planId = (plan: Plan): string =>
  createHash("sha256").update(JSON.stringify(plan)).digest("base64url").slice(0, 22)

function groupedByHandle(lines: readonly CsvLine[]): Map<string, CsvLine[]> {
  const groups = new Map<string, CsvLine[]>()
  for (const line of lines) {
    const group = groups.get(line.handle)
    if (group) group.push(line)
    else groups.set(line.handle, [line])
  }
  return groups
}

function planProduct(plan: Plan, handle: string, group: readonly CsvLine[], known: Known): void {
  const [first] = group
  if (!first) return
  const existing = known.products.get(handle)
  const before = existing ? productCells(existing) : NO_PRODUCT_CELLS
  const wanted = { ...before, ...cellsAbout("product", first) }
  const changes = differences(before, wanted)
  const product = parseProduct(wanted)
  const problems: string[] = product.ok ? [] : [...product.problems]
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle))
    problems.push("handle: Use small letters, digits and hyphens, like strawberry-jam.")
  const categoryIds = categoriesOf(wordsIn(wanted["categories"] ?? ""), known, problems)

  const report: ReportLine[] = []
  const variants: PlannedChange["variants"] = []
  const fresh: NewProduct["variants"] = []
  const measured = new Map(existing?.variants.map((variant) => [variant.id, variant]))
  const seen = new Set<string>()
  for (const line of group) {
    const wrong = line === first ? problems : contradictions(line, wanted)
    const { says, weight, ...planned } = planLine(line, existing, known, seen)
    wrong.push(...planned.problems)
    if (says) {
      fresh.push(says.fresh)
      variants.push(says.change)
      measured.set(says.variant.id, says.variant)
    }
    report.push({
      line: line.line,
      name: [wanted["title"], weight].filter(Boolean).join(", "),
      action: "same",
      changes: [...(line === first ? changes : []), ...planned.changes],
      problems: wrong,
    })
  }

  const isChanged = !existing || report.some(({ changes }) => changes.length > 0)
  if (isChanged && product.ok && product.value.status === "published") {
    const missing = missingForSale({
      isFood: product.value.food,
      facts: product.value.facts,
      variants: [...measured.values()],
      isUncountedOnPurpose: existing?.declared.isUncountedOnPurpose ?? false,
    })
    if (missing.length > 0)
      problems.push(`status: It cannot be on sale without ${missing.map(({ words }) => words).join("; ")}.`)
  }
  for (const line of report) line.action = actionOf(line, existing !== undefined)
  plan.lines.push(...report)
  if (!product.ok || report.every(({ action }) => action === "same")) return
  const { title, description, status, food, badge, featured, vat, facts } = product.value
  const isNew = !existing
  if (isNew) plan.additions.push({ handle, title, variants: fresh })
  const changed = new Set(changes.map(({ column }) => column))
  plan.changes.push({
    handle,
    variants,
    ...(changed.has("title") && { title }),
    ...(changed.has("description") && { description }),
    ...(changed.has("status") && { status }),
    ...(changed.has("categories") && { categoryIds }),
    ...(changed.has("food") && { isFood: food }),
    ...(changed.has("badge") && { badge }),
    ...(changed.has("featured") && { isFeatured: featured }),
    ...((isNew || changed.has("vat")) && vat && { vat }),
    ...((isNew || [...changed].some((column) => !PLAIN_COLUMNS.has(column))) && { facts }),
  })
}

/** The columns of the product itself. All others are food information. */
const PLAIN_COLUMNS = new Set([
  ...["title", "description", "status", "categories"],
  ...["food", "badge", "featured", "vat"],
])

/** Further lines of a product may leave the product's cells blank, but not contradict them. */
const contradictions = (line: CsvLine, wanted: Cells): string[] =>
  Object.entries(cellsAbout("product", line)).flatMap(([name, cell]) =>
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

function actionOf({ problems, changes }: ReportLine, isKnown: boolean): ReportLine["action"] {
  if (problems.length > 0) return "wrong"
  if (!isKnown) return "add"
  return changes.length > 0 ? "change" : "same"
}
