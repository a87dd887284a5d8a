import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { readSeller } from "../../../../../workflows/mail/shop"
import { readBill } from "../../../../../workflows/receipt/read-bill"
import { packingSlip } from "../../../print/packing-slip"
import { sendSheet } from "../../../print/sheet"

/** The packing slip, to be printed. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const bill = await readBill(req.scope, req.params.id ?? "")
  if (bill === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  sendSheet(res, packingSlip(await readSeller(req.scope), bill))
}
