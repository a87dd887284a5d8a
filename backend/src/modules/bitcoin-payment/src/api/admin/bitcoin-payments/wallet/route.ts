import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readBody } from "medusa-payments/read-input"
import { orUnavailable } from "../../../respond"
import { changeWallet, readWallet, walletChangeSchema } from "../../../../workflows/wallet-care"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ wallet: await readWallet(req.scope) })
}

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const change = readBody(walletChangeSchema, req.body)
  await orUnavailable(res, async () => {
    await changeWallet(req.scope, req.auth_context.actor_id, change)
    res.json({ wallet: await readWallet(req.scope) })
  })
}
