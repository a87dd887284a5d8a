import type { MiddlewareRoute } from "@medusajs/framework/http"
import { findOrderWrites } from "../../../../http/rate-limits"

export const findOrderMiddlewares: MiddlewareRoute[] = [
  { matcher: "/api/orders/find", middlewares: [findOrderWrites] },
]
