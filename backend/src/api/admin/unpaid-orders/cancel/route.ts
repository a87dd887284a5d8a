import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { cancelUnpaidOrdersOf } from "../../../../workflows/end-unpaid-orders"
import { parseStaffInput } from "../../staff-input"
import { staffMember } from "../../staff-member"

const bodySchema = z.strictObject({ client: z.string().min(1).max(50) })

/** `POST /admin/unpaid-orders/cancel`: cancels all unpaid orders of one client and releases their stock. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { client } = parseStaffInput(bodySchema, req.body)
  const { id } = await staffMember(req)
  res.json({ cancelled: await cancelUnpaidOrdersOf(req.scope, client, id) })
}
