import type { MiddlewareRoute } from "@medusajs/framework/http"
import { contactWrites } from "../../edge/rate-limits"

export const contactMiddlewares: MiddlewareRoute[] = [
  { matcher: "/api/contact", middlewares: [contactWrites] },
]
