import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { reason } from "../../../../reason"
import { staffsInput } from "../../../../staffs-input"
import { key, press } from "../../../run-action"

const bodySchema = z.strictObject({ key, reason })

/** Counts the order as paid on staff's word, with its reason. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await press(req, res, staffsInput(bodySchema, req.body), { action: "settle_by_hand" })
}
