import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readBody } from "../../../../read-body"
import { reason } from "../../../../reason"
import { key, press } from "../../../press"

const bodySchema = z.strictObject({ key, reason })

/** What came beyond the price stays here, for a reason. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await press(req, res, readBody(bodySchema, req.body), { action: "keep_surplus" })
}
