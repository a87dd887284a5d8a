import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { findOrderSchema } from "@shop/contracts"
import { requestOrderLink } from "../../../../workflows/guest-link/request-order-link"
import { parse } from "../../../../http/parse"

/** Mails the link to an order to its own address, if there is such an order: the answer is the same in any case. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await requestOrderLink(req.scope, parse(findOrderSchema, req.body))
  res.status(202).json({})
}
