import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { readShop } from "../../../../../mail/shop"
import { readReceipt } from "../../../../../workflows/receipt/read-receipt"
import { packingSlip } from "../../../print/packing-slip"
import { sendPrintPage } from "../../../print/print-page"

/** The packing slip, to be printed. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const receipt = await readReceipt(req.scope, req.params.id ?? "")
  if (receipt === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  sendPrintPage(res, packingSlip(await readShop(req.scope), receipt))
}
