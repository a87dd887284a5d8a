import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentOverview } from "@shop/contracts/staff-payments"
import { environment } from "../platform/config"
import { DEFAULT_GAP_LIMIT } from "../platform/config/module-options"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { readWallet } from "medusa-payment-bitcoin/workflows"
import { readOrdersOfAddresses } from "../platform/medusa-tables/order-search"
import { readClosedCases, readOpenCases } from "./cases"
import { readShortPayments } from "./short-payments"
import { readStatus } from "./status"
import { lagOf, statusWarnings } from "./status-warnings"

const FIRST_ADDRESSES = 10

/** Everything on the admin's page Payments. The chain source is probed now, for five seconds at most. */
export async function paymentOverview(container: MedusaContainer): Promise<PaymentOverview> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const [inbox, waiting, done, status, answers, addresses, walletState] = await Promise.all([
    readOpenCases(container),
    readShortPayments(container),
    readClosedCases(container),
    readStatus(container, environment.BITCOIN_WALLET_GAP_LIMIT ?? DEFAULT_GAP_LIMIT),
    bitcoin.probeSource(),
    readFirstAddresses(container),
    readWallet(container),
  ])
  return {
    inbox,
    waiting,
    done,
    status,
    source: answers.map((answer) => ({
      of: hostOf(answer.of),
      height: "tip" in answer ? answer.tip.height : null,
      failure: "failure" in answer ? answer.failure : null,
    })),
    lag: status === null ? null : lagOf(status, answers),
    needs: status === null ? ["The blockchain was never polled."] : statusWarnings(status, answers),
    addresses,
    walletState,
  }
}

async function readFirstAddresses(container: MedusaContainer): Promise<PaymentOverview["addresses"]> {
  const addresses = await container.resolve(BITCOIN_PAYMENT).firstAddresses(FIRST_ADDRESSES)
  const given = await readOrdersOfAddresses(container, { addresses })
  const orderOf = new Map(given.map(({ address, ...order }) => [address, order]))
  return addresses.map((address) => ({ address, order: orderOf.get(address) ?? null }))
}

/** A node's address may contain a user and a password. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
