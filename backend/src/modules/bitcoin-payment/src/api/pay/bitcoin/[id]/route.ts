import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "medusa-payments/database"
import { paymentPage } from "../../../payment-page"

const storeRow = z.object({ name: z.string() })

/** A page of the plugin's own, for shops without one: in mails, drafts and storefronts without code for Bitcoin. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const [store] = await queryGraph(req.scope, storeRow, { entity: "store", fields: ["name"], filters: {} })
  const { html, headers } = paymentPage({
    orderId: req.params["id"] ?? "",
    shop: store?.name ?? "",
    language: req.acceptsLanguages("en", "de") || "en",
  })
  res.set(headers).send(html)
}
