import type { MiddlewareRoute } from "@medusajs/framework/http"
import { contactWrites } from "../../../http/rate-limits"

export const contactMiddlewares: MiddlewareRoute[] = [
  { matcher: "/api/contact", middlewares: [contactWrites] },
]
