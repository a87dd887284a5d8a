import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { staffsInput } from "../../../../staffs-input"
import { key, press } from "../../../run-action"

const bodySchema = z.strictObject({ key })

/** Mails the buyer, asking where their money should go. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await press(req, res, staffsInput(bodySchema, req.body), { action: "ask_refund_address" })
}
