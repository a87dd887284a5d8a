import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { orUnavailable, parseBody } from "../../../respond"
import { changeWallet, readWallet, walletChangeSchema } from "../../../../workflows/wallet-care"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ wallet: await readWallet(req.scope) })
}

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const change = parseBody(walletChangeSchema, req)
  await orUnavailable(res, async () => {
    await changeWallet(req.scope, req.auth_context.actor_id, change)
    res.json({ wallet: await readWallet(req.scope) })
  })
}
