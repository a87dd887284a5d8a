import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { formatPence } from "@shop/contracts"
import { refundIsDue } from "medusa-payments/amount-due"
import { definePaymentMethod, type OpenCase } from "medusa-payments/review"
import { OWN_PROVIDERS } from "../../orders/payment-method"
import { selectOwedByHand } from "../../platform/medusa-tables/payment-cases"

async function openCases(
  container: MedusaContainer,
  orders: readonly string[] | null = null,
): Promise<OpenCase[]> {
  const owed = await selectOwedByHand(container, { own: OWN_PROVIDERS, orders })
  return owed.map(({ pence, ...row }) => ({
    ...row,
    kind: "owed",
    label: { text: "Refund due", colour: "red" },
    reasons: ["A refund is due"],
    why: refundIsDue(formatPence(pence)),
    respondBy: null,
    amountMinor: BigInt(pence),
    priceMinor: BigInt(pence),
    bitcoin: null,
    actions: [],
    options: [],
  }))
}

const none = () => Promise.resolve([])

/** Money that no method of ours took, such as a card that staff charged by hand. It is seen and refunded in Medusa's section Payments. */
definePaymentMethod({
  id: "by_hand",
  topics: () => ({}),
  payments: none,
  ordersWithCases: (container) => openCases(container),
  openCases,
  closedCases: none,
  orderOf: () => Promise.resolve(null),
  perform: () => Promise.reject(new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment.")),
})
