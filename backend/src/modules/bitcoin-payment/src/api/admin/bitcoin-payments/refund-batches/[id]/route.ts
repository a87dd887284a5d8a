import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readBody } from "medusa-payments/read-input"
import { orUnavailable } from "../../../../respond"
import {
  batchChangeSchema,
  changeRefundBatch,
  readRefundBatches,
} from "../../../../../workflows/refund-batches"

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const change = readBody(batchChangeSchema, req.body)
  await orUnavailable(res, async () => {
    await changeRefundBatch(req.scope, req.auth_context.actor_id, req.params["id"] ?? "", change)
    res.json({ refunds: await readRefundBatches(req.scope) })
  })
}
