import categories from "./categories.json"
import gummies from "./gummies.json"
import honey from "./honey.json"
import naturalSugars from "./natural-sugars.json"
import plantConcentrates from "./plant-concentrates.json"
import { catalogueSchema, type Catalogue } from "./schema"

/**
 * The catalogue a new shop is stocked with, in category order.
 * The JSON is imported rather than read, so that the compiler carries it into the production build.
 * @throws ZodError when a file holds anything the schema does not know.
 */
export const readCatalogue = (): Catalogue =>
  catalogueSchema.parse({
    categories,
    products: [...gummies, ...honey, ...naturalSugars, ...plantConcentrates],
  })
