import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId, MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import type { BitcoinPayment } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { claimPromotions, type PromotionCustomer } from "../../discounts/promotion-usage"
import { findCardPayments } from "../../orders/payment-method"
import { querySql } from "../../query/query"
import { discardIncompleteOrder } from "./discard"
import type { OrderDraft } from "./draft"

/** The signed-in customer, or the guest of the typed e-mail address. */
export const ensureCustomerStep = createStep(
  "ensure-customer",
  async ({ email, signedIn }: { email: string; signedIn: string | null }, { container }) => {
    if (signedIn !== null) return new StepResponse({ customerId: signedIn }, null)
    const guest = await ensureGuest(container, email)
    return new StepResponse({ customerId: guest.id }, guest.isNew ? guest.id : null)
  },
  async (createdId, { container }) => {
    if (!createdId) return
    const [order] = await container
      .resolve(Modules.ORDER)
      .listOrders({ customer_id: createdId }, { take: 1, select: ["id"] })
    if (!order) await container.resolve(Modules.CUSTOMER).deleteCustomers([createdId])
  },
)

/** The guest customer of an e-mail address, created with its first order. Never an account: typing an address proves nothing. */
export async function ensureGuest(
  container: MedusaContainer,
  email: string,
): Promise<{ id: string; isNew: boolean }> {
  const known = await findGuest(container, email)
  if (known !== undefined) return { id: known, isNew: false }
  try {
    const { id } = await container.resolve(Modules.CUSTOMER).createCustomers({ email })
    return { id, isNew: true }
  } catch (error) {
    // Two first orders at once: the unique key lets one through, and the other finds it here.
    const winner = await findGuest(container, email)
    if (winner === undefined) throw error
    return { id: winner, isNew: false }
  }
}

async function findGuest(container: MedusaContainer, email: string): Promise<string | undefined> {
  const [customer] = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ email, has_account: false }, { take: 1, select: ["id"] })
  return customer?.id
}

type PlacedDraft = OrderDraft & { customer_id: string }

const insertedRow = z.array(z.object({ id: z.string(), display_id: z.coerce.number().int() })).length(1)

/**
 * Inserts the order with its lines, addresses, delivery and tax. Its id is derived from the cart's: a second insert fails.
 * If a later step fails, everything that was written since is discarded here, in one order, as after a crash. The later
 * steps have no compensation of their own: each can fail with the database, and would leave half an order.
 */
export const insertOrderStep = createStep(
  "insert-order",
  async ({ cartId, order }: { cartId: string; order: PlacedDraft }, { container }) => {
    const number = await insertOrder(container, order)
    return new StepResponse({ number }, cartId)
  },
  async (cartId, { container }) => {
    if (cartId) await discardIncompleteOrder(container, cartId)
  },
)

/**
 * `createOrders_` is what `createOrders` calls before it reads everything back with ten relations, a third of the
 * checkout's time. It is protected in the types; the pinned Medusa version and the parity test guard it.
 */
async function insertOrder(container: MedusaContainer, order: PlacedDraft): Promise<number> {
  const orders: object = container.resolve(Modules.ORDER)
  if (!canInsert(orders)) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The order module has no createOrders_; see ADR 0003.",
    )
  }
  const [inserted] = insertedRow.parse(await orders.createOrders_([order]))
  if (!inserted)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The order module inserted nothing.")
  return inserted.display_id
}

function canInsert(orders: object): orders is { createOrders_(orders: PlacedDraft[]): Promise<unknown> } {
  return "createOrders_" in orders && typeof orders.createOrders_ === "function"
}

export interface PaymentToOpen {
  collectionId: string
  providerId: string
  currency: string
  /** Pounds. */
  amount: number
}

/**
 * Creates the payment collection and its session. Our own sessions start as `pending_authorization`, so the collection
 * is `awaiting` at once. Any other session is authorised here, which Medusa's own checkout does last.
 */
export const openPaymentStep = createStep(
  "open-payment",
  async ({ collectionId, providerId, currency, amount }: PaymentToOpen, { container }) => {
    const payments = container.resolve(Modules.PAYMENT)
    // A variable and not a literal in the call: Medusa accepts an id, but its types do not declare one.
    const collection = {
      id: collectionId,
      currency_code: currency,
      amount,
      status: "awaiting",
      authorized_amount: 0,
      captured_amount: 0,
      refunded_amount: 0,
    }
    await payments.createPaymentCollections(collection)
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

/** Claims the order's discounts, within their limits. */
export const claimPromotionsStep = createStep(
  "claim-promotions",
  async (
    {
      orderId,
      promotionIds,
      customer,
    }: { orderId: string; promotionIds: string[]; customer: PromotionCustomer },
    { container },
  ) => {
    await claimPromotions(container, orderId, promotionIds, customer)
    return new StepResponse(null)
  },
)

export interface Linked {
  orderId: string
  cartId: string
  collectionId: string
}

/*
 * The links are written as Medusa's link modules write them. Those read before each link whether another order has the
 * same payment: the ids are derived from the cart's, so none can.
 */
const LINK_PAYMENT = `
  with "order" as (
    insert into order_payment_collection (id, order_id, payment_collection_id) values (:orderLink, :orderId, :collectionId)
      on conflict (order_id, payment_collection_id) do update set deleted_at = null, updated_at = now())
  insert into cart_payment_collection (id, cart_id, payment_collection_id) values (:cartLink, :cartId, :collectionId)
    on conflict (cart_id, payment_collection_id) do update set deleted_at = null, updated_at = now()`
const LINK_ORDER = `
  insert into order_cart (id, order_id, cart_id) values (:link, :orderId, :cartId)
    on conflict (order_id, cart_id) do update set deleted_at = null, updated_at = now()`

/** Links the payment to the order and to the cart. */
export const linkPaymentStep = createStep(
  "link-payment",
  async ({ orderId, cartId, collectionId }: Linked, { container }) => {
    await querySql(container, z.unknown(), LINK_PAYMENT, {
      ...{ orderId, cartId, collectionId },
      orderLink: generateEntityId(undefined, "ordpay"),
      cartLink: generateEntityId(undefined, "capaycol"),
    })
    return new StepResponse(null)
  },
)

/** Links the order to its cart, which makes it an order. */
export const linkOrderStep = createStep("link-order", async ({ orderId, cartId }: Linked, { container }) => {
  const link = generateEntityId(undefined, "ordercart")
  await querySql(container, z.unknown(), LINK_ORDER, { link, orderId, cartId })
  return new StepResponse(null)
})

/** Closes the cart: from now on it reads as empty. */
export const closeCartStep = createStep(
  "close-cart",
  async (cart: { id: string; email: string; customer_id: string }, { container }) => {
    await container.resolve(Modules.CART).updateCarts([{ ...cart, completed_at: new Date() }])
    return new StepResponse(null)
  },
)

export interface InvoiceToOpen {
  orderId: string
  sessionId: string
  pricePence: number
  /** The shop's name, as wallets show it beside the payment. */
  label: string
}

/**
 * Opens the order's invoice: a new address and the exact satoshis. It runs after every step that can fail, because an
 * address is given out only once, and wallets stop scanning after twenty unused ones.
 */
export const openInvoiceStep = createStep(
  "open-invoice",
  async (
    { orderId, sessionId, pricePence, label }: InvoiceToOpen,
    { container },
  ): Promise<StepResponse<BitcoinPayment>> => {
    const payment = await container
      .resolve(BITCOIN_PAYMENT)
      .orderPayments.open({ orderId, sessionId, pricePence: BigInt(pricePence) }, label)
    return new StepResponse(payment)
  },
)

export interface CardPaymentToOpen {
  orderId: string
  sessionId: string
  pence: number
  currency: string
}

/** Opens the order's card payment with the reservation of its stock. The page is opened later: the processor may be away. */
export const openCardPaymentStep = createStep(
  "open-card-payment",
  async (payment: CardPaymentToOpen, { container }) => {
    await findCardPayments(container)?.openPayment(payment)
    return new StepResponse(null)
  },
)
