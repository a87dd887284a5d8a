import type { z } from "@medusajs/framework/zod"
import { NOTHING_SAID } from "../../modules/food-information"
import { saveProductFactsSchema } from "./save-product-facts"

const BLANK: Readonly<Record<string, unknown>> = {
  ...NOTHING_SAID,
  badge: null,
  vat: null,
  weight: "–",
  netQuantity: null,
  price: undefined,
  stock: undefined,
}

/**
 * The form, without the fields that cannot be read, and what is wrong with them. zod compares no fields while one of them is of
 * the wrong kind: the rest is read again, so that staff see all faults in one round. Null: it is no such form.
 */
export function readForm(body: unknown) {
  const issues: z.core.$ZodIssue[] = []
  const wrong = new Set<string>()
  for (let given = body; ; given = withoutWrong(given, wrong)) {
    const { data, error } = saveProductFactsSchema.safeParse(given)
    if (data) return { form: data, issues }
    issues.push(...error.issues)
    const fields = error.issues.map(({ path }) => fieldOf(path)).filter((field) => !wrong.has(field))
    if (fields.length === 0) return { form: null, issues }
    for (const field of fields) wrong.add(field)
  }
}

const fieldOf = (path: readonly PropertyKey[]) =>
  path.slice(0, path.findIndex((name) => Object.hasOwn(BLANK, name)) + 1).join(".")

function withoutWrong(value: unknown, wrong: ReadonlySet<string>, above = ""): unknown {
  if (Array.isArray(value))
    return value.map((one: unknown, index) => withoutWrong(one, wrong, `${above}${index}.`))
  if (typeof value !== "object" || value === null) return value
  const entries: [string, unknown][] = Object.entries(value)
  const of = (name: string, one: unknown) =>
    wrong.has(`${above}${name}`) ? BLANK[name] : withoutWrong(one, wrong, `${above}${name}.`)
  return Object.fromEntries(entries.map(([name, one]) => [name, of(name, one)]))
}
