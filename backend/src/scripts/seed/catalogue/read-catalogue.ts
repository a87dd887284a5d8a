import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { currentBrand } from "../../../platform/config/current-brand"
import { catalogueSchema, categorySchema, type Catalogue } from "./schema"

export const seedFolder = (brandFolder: string) => path.join(brandFolder, "seed")

export const imagesDirectory = (brandFolder = currentBrand.folder) =>
  path.join(seedFolder(brandFolder), "images")

/** `synonyms.txt`: shoppers' words, as staff write them on the store's page. Empty without the file. */
export function readSeedSynonyms(brandFolder = currentBrand.folder): string {
  const file = path.join(seedFolder(brandFolder), "synonyms.txt")
  return existsSync(file) ? readFileSync(file, "utf8").trim() : ""
}

/** `categories.json` and `products/<slug>.json`, in the order of the categories; either may be missing. @throws ZodError */
export function readCatalogue(brandFolder = currentBrand.folder): Catalogue {
  const read = (name: string): unknown => {
    const file = path.join(seedFolder(brandFolder), name)
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []
  }
  const categories = categorySchema.array().parse(read("categories.json"))
  const products = categories.flatMap(({ slug }) => read(`products/${slug}.json`))
  return catalogueSchema.parse({ categories, products })
}
