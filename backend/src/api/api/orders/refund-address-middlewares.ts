import type { MiddlewareRoute } from "@medusajs/framework/http"
import { refundAddressWrites } from "../../edge/rate-limits"

export const refundAddressMiddlewares: MiddlewareRoute[] = [
  { matcher: "/api/orders/:id/refund-address", middlewares: [refundAddressWrites] },
]
