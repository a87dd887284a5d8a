import categories from "./categories.json"
import gummies from "./gummies.json"
import honey from "./honey.json"
import naturalSugars from "./natural-sugars.json"
import plantConcentrates from "./plant-concentrates.json"
import { catalogueSchema, type Catalogue } from "./schema"

/**
 * The demo catalogue in category order. The JSON is imported, not read: the compiler copies it into the production build.
 * @throws ZodError if a file does not match the schema
 */
export const readCatalogue = (): Catalogue =>
  catalogueSchema.parse({
    categories,
    products: [...gummies, ...honey, ...naturalSugars, ...plantConcentrates],
  })
