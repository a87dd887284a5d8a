import type { MiddlewareRoute } from "@medusajs/framework/http"

/** A table of ten thousand products is a few megabytes. */
export const shelfMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/shelf/csv", methods: ["POST"], bodyParser: { sizeLimit: "20mb" } },
]
