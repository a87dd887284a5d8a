import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readBody } from "../../../../read-body"
import { key, press } from "../../../press"

const bodySchema = z.strictObject({ key })

/** Mails the buyer, asking where their money should go. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await press(req, res, readBody(bodySchema, req.body), { action: "ask_refund_address" })
}
