import type { MedusaRequestHandler, MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

const newProduct = z.looseObject({
  metadata: z.looseObject({ stock_not_counted: z.unknown() }).nullish(),
  variants: z.array(z.looseObject({ manage_inventory: z.unknown() })).optional(),
})

/**
 * Medusa's form leaves "Managed inventory" unticked, and such a product would be sold without limit. The stock of a new product is
 * counted, unless its metadata say that this is not meant.
 */
const countStock: MedusaRequestHandler = (req, _res, next) => {
  const asked = newProduct.safeParse(req.validatedBody)
  if (asked.success && String(asked.data.metadata?.stock_not_counted) !== "true")
    req.validatedBody = {
      ...asked.data,
      variants: asked.data.variants?.map((variant) => ({ ...variant, manage_inventory: true })),
    }
  next()
}

export const newProductMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/products", methods: ["POST"], middlewares: [countStock] },
]
