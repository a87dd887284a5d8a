import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { respond } from "../../../../respond"
import { openInvoiceOfOrder } from "../../../../../workflows/open-invoice"

export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await respond(res, () => openInvoiceOfOrder(req.scope, req.params["id"] ?? ""))
}
