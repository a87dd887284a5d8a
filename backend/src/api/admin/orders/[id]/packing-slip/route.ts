import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { readShop } from "../../../../../mail/shop"
import { packingSlips } from "../../../../../orders/print/packing-slip"
import { sendPrintPage } from "../../../../../orders/print/print-page"
import { orderContent, readOrder } from "../../../../../orders/projections"

/** The packing slip, to be printed. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const order = await readOrder(req.scope, orderContent, req.params.id ?? "")
  if (order === undefined) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  sendPrintPage(res, packingSlips(await readShop(req.scope), [order]))
}
