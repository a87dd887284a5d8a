import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import type { ZodType } from "@medusajs/framework/zod"
import { reasonOf } from "../../../platform/config/reason"
import { imagesDirectory, seedFolder } from "./read-catalogue"
import { categorySchema, productSchema, type Product } from "./schema"

/** Sentences for the merchant, each with its file. `brandFolder` may have no folder `seed`. */
export function catalogueProblems(brandFolder: string): string[] {
  const problems: string[] = []
  const folder = seedFolder(brandFolder)
  const categories = readFile("categories.json", categorySchema.array())
  const slugs = categories.map(({ slug }) => slug)
  const files = existsSync(path.join(folder, "products")) ? readdirSync(path.join(folder, "products")) : []
  const products = files.flatMap((file): Product[] => {
    const slug = path.basename(file, ".json")
    if (!slugs.includes(slug)) problems.push(`seed/products/${file}: categories.json has no category ${slug}`)
    return readFile(`products/${file}`, productSchema.array())
  })
  for (const { slug, category } of products)
    if (!slugs.includes(category))
      problems.push(`product ${slug}: categories.json has no category ${category}`)
  const servings = products.flatMap(({ slug, serving }) => (serving ? [{ slug, image: serving.image }] : []))
  for (const { slug, image } of [...categories, ...products, ...servings])
    if (!existsSync(path.join(imagesDirectory(brandFolder), image)))
      problems.push(`seed/images/${image} is missing, the picture of ${slug}`)
  for (const key of ["slug", "sku"] as const)
    for (const value of duplicates(products.map((product) => product[key])))
      problems.push(`two products have the ${key} ${value}`)
  return problems

  function readFile<T>(name: string, schema: ZodType<T[]>): T[] {
    const file = path.join(folder, name)
    if (!existsSync(file)) return []
    try {
      const parsed = schema.safeParse(JSON.parse(readFileSync(file, "utf8")))
      if (parsed.success) return parsed.data
      for (const issue of parsed.error.issues)
        problems.push(`seed/${name}: ${placeOf(issue.path)}${sentenceOf(issue)}`)
    } catch (error) {
      problems.push(`seed/${name} is not JSON: ${reasonOf(error)}`)
    }
    return []
  }
}

/** Words of the merchant's file where the schema has none of its own. */
const sentenceOf = ({ message }: { message: string }): string =>
  message.endsWith("received undefined") ? "is missing" : message

/** [1, "price"] → "entry 2, price: " */
const placeOf = ([index, ...keys]: readonly PropertyKey[]): string =>
  typeof index === "number" ? `entry ${[index + 1, ...keys.map(String)].join(", ")}: ` : ""

const duplicates = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
]
