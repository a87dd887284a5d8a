import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { orUnavailable } from "../../../../respond"
import { OutOfStock } from "../../../../../workflows/reinstate-order"
import { actionSchema, performAction } from "../../../../../workflows/review-payments"

/** Performs what a member of staff decided about a payment. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const request = actionSchema.safeParse(req.body)
  if (!request.success) throw new MedusaError(MedusaError.Types.INVALID_DATA, z.prettifyError(request.error))
  await orUnavailable(res, async () => {
    try {
      const userId = req.auth_context.actor_id
      const order_id = await performAction(req.scope, req.params["id"] ?? "", userId, request.data)
      res.json({ success: true, order_id })
    } catch (error) {
      if (!(error instanceof OutOfStock)) throw error
      const { type, code, message, missing } = error
      res.status(HTTP_REJECTED).json({ type, code, message, missing })
    }
  })
}

/** As Medusa answers `not_allowed`. */
const HTTP_REJECTED = 400
