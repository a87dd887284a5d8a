import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { orUnavailable } from "../../../respond"
import { changeWallet, readWallet, walletChangeSchema } from "../../../../workflows/wallet-care"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ wallet: await readWallet(req.scope) })
}

export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const change = walletChangeSchema.safeParse(req.body)
  if (!change.success) throw new MedusaError(MedusaError.Types.INVALID_DATA, z.prettifyError(change.error))
  await orUnavailable(res, async () => {
    await changeWallet(req.scope, req.auth_context.actor_id, change.data)
    res.json({ wallet: await readWallet(req.scope) })
  })
}
