import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { staffsInput } from "../../../../staffs-input"
import { key, press } from "../../../run-action"

const bodySchema = z.strictObject({ key })

/** A new invoice at a new address; the order stands again where it was cancelled. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await press(req, res, staffsInput(bodySchema, req.body), { action: "renew_quote" })
}
