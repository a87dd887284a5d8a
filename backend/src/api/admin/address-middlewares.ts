import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { formatPostcode, postcodeProblem } from "@shop/contracts"

const addressedSchema = z.looseObject({ shipping_address: z.looseObject({ postal_code: z.string() }) })

/** Staff deliver where the checkout does. A change without a postcode keeps the one that the order has. */
function onlyDeliveryArea(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const { data: change } = addressedSchema.safeParse(req.validatedBody)
  if (!change) return next()
  const { postal_code: typed } = change.shipping_address
  const problem = postcodeProblem(typed)
  if (problem !== null) return next(new MedusaError(MedusaError.Types.INVALID_DATA, problem))
  req.validatedBody = {
    ...change,
    shipping_address: { ...change.shipping_address, postal_code: formatPostcode(typed) },
  }
  next()
}

/** The routes that take an order's or a draft's address: after their own validation of the body, which needs the same matcher. */
export const addressMiddlewares: MiddlewareRoute[] = [
  "/admin/orders/:id",
  "/admin/draft-orders",
  "/admin/draft-orders/:id",
].map((matcher) => ({ matcher, methods: ["POST"], middlewares: [onlyDeliveryArea] }))
