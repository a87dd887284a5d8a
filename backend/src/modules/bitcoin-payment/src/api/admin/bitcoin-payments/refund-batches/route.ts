import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readBody } from "medusa-payments/read-input"
import { orUnavailable } from "../../../respond"
import { batchRequestSchema, makeRefundBatch, readRefundBatches } from "../../../../workflows/refund-batches"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ refunds: await readRefundBatches(req.scope) })
}

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const request = readBody(batchRequestSchema, req.body)
  await orUnavailable(res, async () => {
    await makeRefundBatch(req.scope, req.auth_context.actor_id, request)
    res.json({ refunds: await readRefundBatches(req.scope) })
  })
}
