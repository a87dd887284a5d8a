import type { MiddlewareRoute } from "@medusajs/framework/http"

/** A table of ten thousand products is a few megabytes. */
export const stockOverviewMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/stock-overview/csv", methods: ["POST"], bodyParser: { sizeLimit: "20mb" } },
]
