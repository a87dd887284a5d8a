import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId, Modules, PaymentSessionStatus } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import type { BitcoinPayment } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { readDetails } from "../../orders/business-details/business-details"
import { findCardPayments, methodOfProvider, OWN_PROVIDERS } from "../../orders/payment-method"
import { penceColumn, rawNumber, SHOP_CURRENCY } from "../../platform/money"
import { openPayment } from "../../platform/medusa-tables/placing"
import type { OrderToWrite } from "./draft"

/**
 * Opens the payment, links it to the order and the cart, and closes the cart: from now on it reads as empty. A session of
 * a provider that is not ours is authorised as well, which Medusa's own checkout does last.
 */
export const openPaymentStep = createStep(
  "open-payment",
  async (input: OrderToWrite & { customerId: string }, { container }) => {
    const { cartId, customerId, collectionId, providerId, currency } = input
    const { id: orderId, email } = input.order
    const amount = input.pricePence / 100
    const isOurs = providerId !== null && OWN_PROVIDERS.includes(providerId)
    const sessionId = isOurs ? generateEntityId(undefined, "payses") : null
    await openPayment(container, {
      ...{ orderId, email, cartId, customerId, collectionId, providerId, currency, amount },
      sessionId,
      status: providerId === null ? "not_paid" : "awaiting",
      rawAmount: rawNumber(amount),
      rawZero: rawNumber(0),
      orderLink: generateEntityId(undefined, "ordpay"),
      cartLink: generateEntityId(undefined, "capaycol"),
    })
    if (sessionId !== null || providerId === null) return new StepResponse({ sessionId })
    const session = await createAuthorisedSession(container, collectionId, { providerId, currency, amount })
    return new StepResponse({ sessionId: session.id })
  },
)

interface NewSession {
  providerId: string
  currency: string
  /** In pounds. */
  amount: number
}

/** Creates a session and authorises it, unless its provider waits for something: what ours take is authorised as it is captured. */
export async function createAuthorisedSession(
  container: MedusaContainer,
  collectionId: string,
  { providerId, currency, amount }: NewSession,
) {
  const payments = container.resolve(Modules.PAYMENT)
  const created = await payments.createPaymentSession(collectionId, {
    ...{ provider_id: providerId, currency_code: currency, amount, data: {}, context: {}, metadata: {} },
  })
  if (created.status !== "pending_authorization") await payments.authorizePaymentSession(created.id, {})
  return created
}

export const sessionRow = z.object({
  id: z.string(),
  provider_id: z.string(),
  status: z.string(),
  created_at: z.coerce.date(),
  amount: penceColumn,
  currency_code: z.string(),
})
export type PayableSession = Omit<z.output<typeof sessionRow>, "status" | "created_at">

/** The old session of an order that is to be paid otherwise. It stays: late money is found by it. */
export async function cancelSession(
  container: MedusaContainer,
  { id, amount, currency_code }: PayableSession,
): Promise<void> {
  const canceled = { data: { session_id: id }, status: PaymentSessionStatus.CANCELED }
  await container
    .resolve(Modules.PAYMENT)
    .updatePaymentSession({ id, amount: amount / 100, currency_code, ...canceled })
}

/** Opens the invoice or the card payment of an order's session, unless it has one. */
export async function openPaymentOf(
  container: MedusaContainer,
  orderId: string,
  { id: sessionId, provider_id: providerId, amount: pence, currency_code: currency }: PayableSession,
): Promise<void> {
  const label = (await readDetails(container)).name
  await openSession(container, { orderId, sessionId, providerId, pence, currency, label })
}

interface SessionToOpen {
  orderId: string
  /** Null: an order of £0. */
  sessionId: string | null
  providerId: string | null
  pence: number
  currency: string
  label: string
}

/** Opens the invoice or the card payment of a session, unless it has one. Null: it is not paid in Bitcoin. */
async function openSession(
  container: MedusaContainer,
  { orderId, sessionId, providerId, pence, currency, label }: SessionToOpen,
): Promise<BitcoinPayment | null> {
  if (sessionId === null) return null
  switch (methodOfProvider(providerId)) {
    case "bitcoin":
      return container
        .resolve(BITCOIN_PAYMENT)
        .orderPayments.open({ orderId, sessionId, priceMinor: BigInt(pence), currency: SHOP_CURRENCY }, label)
    case "card":
      // Its page is opened later: the processor may be away.
      await findCardPayments(container)?.payments.open({ orderId, sessionId, pence, currency })
      return null
    case undefined:
      return null
  }
}

/** After every step that can fail: an address is given out only once, and wallets stop scanning after twenty unused ones. */
export const openSessionStep = createStep(
  "open-session",
  async (session: SessionToOpen, { container }) => new StepResponse(await openSession(container, session)),
)
