import type { MiddlewareRoute } from "@medusajs/framework/http"
import { refundAddressWrites } from "../../../http/rate-limits"

export const refundAddressMiddlewares: MiddlewareRoute[] = [
  { matcher: "/api/orders/:id/refund-address", middlewares: [refundAddressWrites] },
]
