import type { MiddlewareRoute } from "@medusajs/framework/http"
import { privateFiles, publicFiles } from "./files"

/** Uploaded files. Medusa's own `/static` looks into the backend's folder, where we keep none. */
export const staticMiddlewares: MiddlewareRoute[] = [
  { matcher: "/static", middlewares: [privateFiles, publicFiles] },
]
