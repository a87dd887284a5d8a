import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { reason } from "../../../../reason"
import { staffsInput } from "../../../../staffs-input"
import { key, press } from "../../../run-action"

const bodySchema = z.strictObject({ key, reason: reason.optional() })

/** Takes a late or a short payment as it is; the goods are reserved again where they were freed. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await press(req, res, staffsInput(bodySchema, req.body), { action: "accept" })
}
