import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogueFor } from "../../catalogue-answer"
import { sendProductList } from "../../product-list"

/** `GET /api/products`: all of them; `?search=&sort=&category=&limit=&cursor=` narrows. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  sendProductList(request, response, await catalogueFor(request))
}
