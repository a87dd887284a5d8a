import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "../../../modules/bitcoin-payment"
import { orderPanel } from "./order-panel"

/** An order's payment as it stands now. @throws MedusaError when there is no such order */
export async function answerPanel(req: MedusaRequest, res: MedusaResponse, orderId: string): Promise<void> {
  const panel = await orderPanel(req.scope, orderId)
  if (panel === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  res.set("cache-control", "no-store").json({ panel })
}

/** The same of the order that an invoice is for. */
export async function answerPanelOf(
  req: MedusaRequest,
  res: MedusaResponse,
  invoiceId: string,
): Promise<void> {
  const [invoice] = await req.scope.resolve(BITCOIN_PAYMENT).listBitcoinInvoices({ id: invoiceId })
  await answerPanel(req, res, z.object({ order_id: z.string() }).parse(invoice).order_id)
}
