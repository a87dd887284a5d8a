import { camelToSnakeCase, toCamelCase } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { ALLERGENS, allergenSchema, nutritionSchema, VAT_CATEGORIES, type Allergen } from "@shop/contracts"
import { typedStockSchema } from "@shop/contracts/staff"
import { foodFactsSchema } from "../../modules/food-information"
import { badgeSchema, netQuantitySchema, priceSchema, weightSchema } from "../food/save-product-facts"
import { EXEMPT, NONE, WARNING_SEPARATOR, type Cells, type FactCell } from "./cells"

export function wordsIn(cell: string): string[] {
  return cell
    .split(";")
    .map((word) => word.trim())
    .filter(Boolean)
}

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `Use one of: ${words.join(", ")}.`)
const yesOrNo = oneOf(["yes", "no"]).transform((word) => word === "yes")
const text = (most: number) => z.string().max(most, `Use at most ${most} characters.`)
const fact = z.string().transform((words) => (words === "" ? null : words))
const list = z.string().transform(wordsIn)
const number = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/, "Use digits, with a point for decimals.")
  .transform(Number)

const NOT_AN_ALLERGEN = `Name allergens as the law does, with ; between them: ${ALLERGENS.join(", ")}. Or say ${NONE}.`
const allergens = list.transform((words, context): Allergen[] | null => {
  if (words.length === 0) return null
  if (words.length === 1 && words[0]?.toLowerCase() === NONE) return []
  const known = words.flatMap((word) => allergenSchema.safeParse(word.toLowerCase()).data ?? [])
  if (known.length === words.length) return known
  context.addIssue({ code: "custom", message: NOT_AN_ALLERGEN })
  return z.NEVER
})

const NUTRIENTS = Object.keys(nutritionSchema.def.shape).filter((name) => name !== "per")

const columnOf = (fact: string): string =>
  fact === "nutrition.per" ? "nutrition_per" : String(camelToSnakeCase(fact.replace("nutrition.", "")))

/** The nutrition table of these cells. Null: all are blank. */
function tableOf(cells: Cells): Record<string, unknown> | null {
  const declared = ["per", ...NUTRIENTS].map((name) => {
    const cell = cells[columnOf(`nutrition.${name}`)] ?? ""
    return [name, cell === EXEMPT ? "" : cell] as const
  })
  if (declared.every(([, cell]) => cell === "")) return null
  // Text that is not a number stays as it is: the schema of the facts reports it.
  return Object.fromEntries(
    declared.map(([field, cell]) => [field, /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell]),
  )
}

const factsCells = z
  .object({
    legal_name: fact,
    ingredients: fact,
    allergens,
    may_contain: allergens,
    storage: fact,
    origin: fact,
    instructions: fact,
    shelf_life_months: z.union(
      [z.literal("").transform(() => null), number],
      "Use a whole number of months.",
    ),
    operator_name: fact,
    operator_address: fact,
    warnings: z.string().transform((cell) =>
      cell
        .split(WARNING_SEPARATOR.trim())
        .map((one) => one.trim())
        .filter(Boolean),
    ),
    certification: fact,
    nutrition: z.unknown(),
    nutrition_per: z.string(),
  } satisfies Record<string, z.ZodType> & Record<FactCell, z.ZodType>)
  .transform(({ nutrition_per: per, ...declared }) => ({
    ...Object.fromEntries(Object.entries(declared).map(([column, value]) => [toCamelCase(column), value])),
    mayContain: declared.may_contain ?? [],
    isNutritionExempt: per === EXEMPT,
  }))
  .pipe(foodFactsSchema)

const plainCells = z.object({
  title: text(200).min(1, "A product needs a title."),
  description: text(5000),
  status: oneOf(["published", "draft"]),
  food: yesOrNo,
  badge: z
    .string()
    .transform((cell): string | null => cell)
    .pipe(badgeSchema),
  featured: yesOrNo,
  // Blank: staff use a tax rate of their own.
  vat: z.union(
    [z.literal("").transform(() => undefined), oneOf(VAT_CATEGORIES)],
    `Use one of: ${VAT_CATEGORIES.join(", ")}.`,
  ),
})

const problemsOf = (error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => {
    const field = path.filter((part) => typeof part === "string").join(".")
    return `${columnOf(field)}: ${message}`
  })

type Parsed<Value> = { ok: true; value: Value } | { ok: false; problems: string[] }

export function parseProduct(
  cells: Cells,
): Parsed<z.output<typeof plainCells> & { facts: z.output<typeof foodFactsSchema> }> {
  const plain = plainCells.safeParse(cells)
  const facts = factsCells.safeParse({ ...cells, nutrition: tableOf(cells) })
  if (plain.success && facts.success) return { ok: true, value: { ...plain.data, facts: facts.data } }
  const problems = [plain, facts].flatMap(({ error }) => (error ? problemsOf(error) : []))
  return { ok: false, problems: [...new Set([...problems, ...noNumbers(cells)])] }
}

/** Nutrition cells that are not numbers. Checked here because the facts are not parsed when a cell is wrong. */
const noNumbers = (cells: Cells): string[] =>
  NUTRIENTS.map(columnOf)
    .filter((column) => !/^(?:\d+(?:\.\d+)?)?$/.test(cells[column] ?? ""))
    .map((column) => `${column}: Use digits, with a point for decimals.`)

const blankOr = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z.union([z.literal("").transform(() => undefined), schema])

/** A blank cell says nothing. */
const written = z.string().transform((cell) => (cell === "" ? undefined : cell))

const variantSchema = z
  .object({
    weight: z.string().pipe(weightSchema),
    net_quantity: blankOr(number),
    net_quantity_unit: z.string(),
    price: written.pipe(priceSchema.optional()),
    stock: written.pipe(z.optional(typedStockSchema)),
  })
  .transform(({ net_quantity: value, net_quantity_unit: unit, price: pence, ...rest }, context) => {
    const variant = { ...rest, pence }
    if (value === undefined && unit === "") return { ...variant, netQuantity: null }
    const declared = netQuantitySchema.safeParse({ value, unit })
    if (declared.success) return { ...variant, netQuantity: declared.data }
    context.addIssue({
      code: "custom",
      path: ["net_quantity"],
      message: "Give a number, and g, kg, ml or l as its unit.",
    })
    return z.NEVER
  })

/** Parses a variant's cells. `pence` and `stock` are undefined for blank cells. */
export function parseVariant(cells: Cells): Parsed<z.output<typeof variantSchema>> {
  const variant = variantSchema.safeParse(cells)
  return variant.success
    ? { ok: true, value: variant.data }
    : { ok: false, problems: problemsOf(variant.error) }
}
