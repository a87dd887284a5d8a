import { categorySchema, productSchema } from "@shop/contracts"
import * as z from "zod/mini"

/** Of products and categories. A checkout that opens needs none of them. */
export { categorySchema, productSchema } from "@shop/contracts"

export const productsSchema = z.array(productSchema)
export const categoriesSchema = z.array(categorySchema)
