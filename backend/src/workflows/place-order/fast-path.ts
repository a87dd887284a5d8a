import type { LinkDefinition } from "@medusajs/framework/types"
import { Modules, OrderWorkflowEvents } from "@medusajs/framework/utils"
import {
  createWorkflow,
  parallelize,
  transform,
  when,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { orderMail } from "../mail/shop-mail"
import { enqueueMailStep } from "../steps/enqueue-mail"
import type { OrderDraft } from "./draft-order"
import { closeCartStep } from "./steps/close-cart"
import { ensureCustomerStep } from "./steps/ensure-customer"
import { insertOrderStep } from "./steps/insert-order"
import { linkStep } from "./steps/link"
import { openInvoiceStep } from "./steps/open-invoice"
import { openPaymentStep, type PaymentToOpen } from "./steps/open-payment"
import { reserveStockStep, type Reservation } from "./steps/reserve-stock"

export interface OrderToWrite {
  cartId: string
  /** The signed-in customer; null for a guest. */
  signedIn: string | null
  order: OrderDraft
  reservations: Reservation[]
  payment: PaymentToOpen
  pricePence: number
  isBitcoin: boolean
}

/**
 * The short road from a plain snapshot to an order: the rows that Medusa's own checkout leaves, without reading the cart
 * again between them. The order comes first, so that after a crash everything else can be found by it and cleared away;
 * the link to the cart is what makes it an order, so it stands alone and after all the rest (Medusa writes the tables of
 * several links side by side); the address is given out when nothing can be refused any more.
 * Every step undoes itself; the caller holds the cart's lock. One after the other where one's undoing needs another
 * undone before it: the engine undoes neighbours of `parallelize` side by side.
 */
export const placeOrderWorkflow = createWorkflow("place-order", (input: WorkflowData<OrderToWrite>) => {
  const customer = ensureCustomerStep(
    transform(input, ({ order, signedIn }) => ({ email: order.email, signedIn })),
  )
  const order = transform({ input, customer }, ({ input, customer }) => ({
    ...input.order,
    customer_id: customer.customerId,
  }))
  const cart = transform({ input, customer }, ({ input, customer }) => ({
    id: input.cartId,
    email: input.order.email,
    customer_id: customer.customerId,
  }))
  const orderLink = transform(input, ({ cartId, order }): LinkDefinition[] => [
    { [Modules.ORDER]: { order_id: order.id }, [Modules.CART]: { cart_id: cartId } },
  ])
  const paymentLinks = transform(input, ({ cartId, order, payment }): LinkDefinition[] => [
    {
      [Modules.ORDER]: { order_id: order.id },
      [Modules.PAYMENT]: { payment_collection_id: payment.collectionId },
    },
    {
      [Modules.CART]: { cart_id: cartId },
      [Modules.PAYMENT]: { payment_collection_id: payment.collectionId },
    },
  ])
  const inserted = insertOrderStep(order)
  const [, opened] = parallelize(reserveStockStep(input.reservations), openPaymentStep(input.payment))
  parallelize(linkStep(paymentLinks).config({ name: "link-payment" }), closeCartStep(cart))
  linkStep(orderLink).config({ name: "link-order" })
  const bitcoin = when("paid-in-bitcoin", input, ({ isBitcoin }) => isBitcoin).then(() =>
    openInvoiceStep(
      transform({ input, opened }, ({ input, opened }) => ({
        orderId: input.order.id,
        sessionId: opened.sessionId,
        pricePence: input.pricePence,
      })),
    ),
  )
  enqueueMailStep(transform(input, ({ order }) => orderMail("order-placed", order.id, order.email)))
  emitEventStep({
    eventName: OrderWorkflowEvents.PLACED,
    data: transform(input, ({ order }) => ({ id: order.id })),
  })
  return new WorkflowResponse(
    transform({ inserted, bitcoin }, ({ inserted, bitcoin }) => ({ number: inserted.number, bitcoin })),
  )
})
