import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { openApiDocument } from "../../openapi/document"

const document = openApiDocument()

/** Every call of the shop, described from the contract itself. */
export function GET(_request: MedusaRequest, response: MedusaResponse) {
  response.set("cache-control", "public, max-age=300").json(document)
}
