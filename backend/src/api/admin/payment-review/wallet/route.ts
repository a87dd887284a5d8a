import { MedusaError } from "@medusajs/framework/utils"
import { walletChangeSchema } from "@shop/contracts/staff-payments"
import { BitcoinUnavailable } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { changeWallet, readWallet } from "medusa-payment-bitcoin/workflows"
import { staffRoute } from "../../staff-route"

/** What staff do when many addresses in a row stay unpaid. */
export const POST = staffRoute(async ({ scope, read, member }) => {
  const change = read(walletChangeSchema)
  const { id } = await member()
  try {
    await changeWallet(scope, id, change)
  } catch (error) {
    if (!(error instanceof BitcoinUnavailable)) throw error
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, error.message)
  }
  return { wallet: await readWallet(scope) }
})
