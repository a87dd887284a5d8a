import type { MedusaRequestHandler, MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readDeclarations } from "../../platform/medusa-tables/products"

const sizes = z.array(z.looseObject({})).optional()
const newProduct = z.looseObject({
  metadata: z.looseObject({ stock_not_counted: z.unknown() }).nullish(),
  variants: sizes,
})

const counted = (variants: z.output<typeof sizes>) =>
  variants?.map((variant) => ({ ...variant, manage_inventory: true }))

const countedProduct = (product: z.output<typeof newProduct>) =>
  String(product.metadata?.stock_not_counted) === "true"
    ? product
    : { ...product, ...(product.variants && { variants: counted(product.variants) }) }

/**
 * Medusa's forms leave "Managed inventory" unticked, and such a size would be sold without limit. The stock of what is new is
 * counted, unless the product's metadata say that this is not meant.
 */
const countProduct: MedusaRequestHandler = (req, _res, next) => {
  const asked = newProduct.safeParse(req.validatedBody)
  if (asked.success) req.validatedBody = countedProduct(asked.data)
  next()
}

const countProducts: MedusaRequestHandler = (req, _res, next) => {
  const asked = z.looseObject({ create: z.array(newProduct) }).safeParse(req.validatedBody)
  if (asked.success) req.validatedBody = { ...asked.data, create: asked.data.create.map(countedProduct) }
  next()
}

const countSizes: MedusaRequestHandler = async (req, _res, next) => {
  const [product] = await readDeclarations(req.scope, { products: [req.params["id"] ?? ""] })
  const batch = z.looseObject({ create: sizes }).safeParse(req.validatedBody)
  if (product && !product.isUncountedOnPurpose && batch.success)
    req.validatedBody = req.path.endsWith("/batch")
      ? { ...batch.data, create: counted(batch.data.create) }
      : { ...batch.data, manage_inventory: true }
  next()
}

export const newProductMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/products", methods: ["POST"], middlewares: [countProduct] },
  { matcher: "/admin/products/batch", methods: ["POST"], middlewares: [countProducts] },
  ...["/admin/products/:id/variants", "/admin/products/:id/variants/batch"].map((matcher) => ({
    matcher,
    methods: ["POST" as const],
    middlewares: [countSizes],
  })),
]
