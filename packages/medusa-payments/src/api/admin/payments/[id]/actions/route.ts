import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ActionRefusal, performAction } from "../../../../../review"

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  try {
    const userId = req.auth_context.actor_id
    const order_id = await performAction(req.scope, req.params["id"] ?? "", userId, req.body)
    res.json({ success: true, order_id })
  } catch (error) {
    if (!(error instanceof ActionRefusal)) throw error
    res.status(error.status).json(error.body)
  }
}
