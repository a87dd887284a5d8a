import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orUnavailable, parseBody } from "../../../respond"
import { batchRequestSchema, makeRefundBatch, readRefundBatches } from "../../../../workflows/refund-batches"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ refunds: await readRefundBatches(req.scope) })
}

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const request = parseBody(batchRequestSchema, req)
  await orUnavailable(res, async () => {
    await makeRefundBatch(req.scope, req.auth_context.actor_id, request)
    res.json({ refunds: await readRefundBatches(req.scope) })
  })
}
