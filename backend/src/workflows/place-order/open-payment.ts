import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import type { BitcoinPayment } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { findCardPayments, PROVIDERS } from "../../orders/payment-method"
import { rawNumber, SHOP_CURRENCY } from "../../platform/money"
import { querySql } from "../../platform/sql/query"
import type { OrderToWrite } from "./draft"

/**
 * The rows that Medusa's payment, link and cart modules write, in one statement; those read before each link whether another
 * order has the same payment, but the ids are derived from the cart's, so none can. Our own providers' sessions start as
 * `pending_authorization` (their `initiatePayment`), so the collection is `awaiting` at once. Any other provider's
 * session is not written here, and an order of £0 has none.
 */
const OPEN_PAYMENT = `
  with collection as (
    insert into payment_collection (id, currency_code, amount, raw_amount, status,
        authorized_amount, raw_authorized_amount, captured_amount, raw_captured_amount, refunded_amount, raw_refunded_amount)
      values (:collectionId, :currency, :amount, cast(:rawAmount as jsonb), :status,
        0, cast(:rawZero as jsonb), 0, cast(:rawZero as jsonb), 0, cast(:rawZero as jsonb))),
  session as (
    insert into payment_session (id, payment_collection_id, provider_id, currency_code, amount, raw_amount, status, data, context, metadata)
      select cast(:sessionId as text), :collectionId, :providerId, :currency, :amount, cast(:rawAmount as jsonb),
        'pending_authorization', jsonb_build_object('session_id', cast(:sessionId as text)), '{}', '{}'
       where cast(:sessionId as text) is not null),
  order_link as (
    insert into order_payment_collection (id, order_id, payment_collection_id) values (:orderLink, :orderId, :collectionId)
      on conflict (order_id, payment_collection_id) do update set deleted_at = null, updated_at = now()),
  cart_link as (
    insert into cart_payment_collection (id, cart_id, payment_collection_id) values (:cartLink, :cartId, :collectionId)
      on conflict (cart_id, payment_collection_id) do update set deleted_at = null, updated_at = now())
  update cart set email = :email, customer_id = :customerId, completed_at = now(), updated_at = now() where id = :cartId`

const OURS: readonly string[] = [PROVIDERS.bitcoin, PROVIDERS.card]

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
    const isOurs = providerId !== null && OURS.includes(providerId)
    const sessionId = isOurs ? generateEntityId(undefined, "payses") : null
    await querySql(container, z.unknown(), OPEN_PAYMENT, {
      ...{ orderId, email, cartId, customerId, collectionId, providerId, currency, amount },
      sessionId,
      status: providerId === null ? "not_paid" : "awaiting",
      rawAmount: rawNumber(amount),
      rawZero: rawNumber(0),
      orderLink: generateEntityId(undefined, "ordpay"),
      cartLink: generateEntityId(undefined, "capaycol"),
    })
    if (sessionId !== null || providerId === null) return new StepResponse({ sessionId })
    const payments = container.resolve(Modules.PAYMENT)
    const session = await payments.createPaymentSession(collectionId, {
      provider_id: providerId,
      currency_code: currency,
      amount,
      data: {},
      context: {},
      metadata: {},
    })
    if (session.status !== "pending_authorization") await payments.authorizePaymentSession(session.id, {})
    return new StepResponse({ sessionId: session.id })
  },
)

interface SessionToOpen {
  orderId: string
  /** Null: an order of £0. */
  sessionId: string | null
  providerId: string | null
  pence: number
  currency: string
  /** The shop's name, as wallets show it beside the payment. */
  label: string
}

/** Opens the invoice or the card payment of a session, unless it has one. Null: it is not paid in Bitcoin. */
export async function openSession(
  container: MedusaContainer,
  { orderId, sessionId, providerId, pence, currency, label }: SessionToOpen,
): Promise<BitcoinPayment | null> {
  if (sessionId === null) return null
  // The card's page is opened later: the processor may be away.
  if (providerId === PROVIDERS.card)
    await findCardPayments(container)?.payments.open({ orderId, sessionId, pence, currency })
  if (providerId !== PROVIDERS.bitcoin) return null
  return container
    .resolve(BITCOIN_PAYMENT)
    .orderPayments.open({ orderId, sessionId, priceMinor: BigInt(pence), currency: SHOP_CURRENCY }, label)
}

/**
 * It runs after every step that can fail: an address is given out only once, and wallets stop scanning after twenty unused
 * ones.
 */
export const openSessionStep = createStep(
  "open-session",
  async (session: SessionToOpen, { container }) => new StepResponse(await openSession(container, session)),
)
