import type { MiddlewareRoute } from "@medusajs/framework/http"
import { signInWrites } from "../../../http/rate-limits"

export const sessionMiddlewares: MiddlewareRoute[] = [
  { matcher: "/api/session", middlewares: [signInWrites] },
]
