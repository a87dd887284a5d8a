import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { walletChangeSchema } from "@shop/contracts/staff-payments"
import { BitcoinUnavailable } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { changeWallet, readWallet } from "medusa-payment-bitcoin/workflows"
import { parseStaffInput } from "../../staff-input"
import { staffMember } from "../../staff-member"

/** What staff do when many addresses in a row stay unpaid. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const change = parseStaffInput(walletChangeSchema, req.body)
  const { id } = await staffMember(req)
  try {
    await changeWallet(req.scope, id, change)
  } catch (error) {
    if (!(error instanceof BitcoinUnavailable)) throw error
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, error.message)
  }
  res.json({ wallet: await readWallet(req.scope) })
}
