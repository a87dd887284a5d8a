import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  placeOrderSchema,
  placedOrderSchema,
  type PlaceOrder,
  type PlacedOrder,
  toPounds,
} from "@shop/contracts"
import { defineRoute } from "../../../platform/http/routes"
import { orders } from "../../../platform/metrics/metrics"
import type { OrderSummary } from "../../../workflows/place-order/outcome"
import { openCardPage } from "../../../workflows/card-payments/open-card-page"
import { placeOrder } from "../../../workflows/place-order/place-order"
import { setOrderCookie } from "../../session-cookie"
import { findSession } from "../../signed-in"
import { readCardMethod } from "../../../orders/card-method"
import { issueKeyToGuest } from "../../../orders/guest-access"
import { orderView } from "../../../orders/order-view"
import { problemOf } from "./rejections"

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/orders",
    summary: "Place the order of a cart; a repeated call returns the same order",
    body: placeOrderSchema,
    answer: placedOrderSchema,
    rejections: [404, 409, 503],
  },
  async (req, res, readBody) => {
    const request = readBody()
    const session = await findSession(req)
    const placed = await placeOrder(req.scope, request, {
      customerId: session?.customerId ?? null,
      address: req.ip ?? "",
    })
    orders.inc({ result: !placed.ok ? placed.reason : placed.isNew ? "placed" : "repeated" })
    if (!placed.ok) throw problemOf(placed, (await readCardMethod(req.scope)) !== null)
    const { orderId, summary } = placed
    const key = await issueKeyToGuest(req.scope, orderId, request.email)
    if (key !== null) setOrderCookie(res, orderId, key)
    if (placed.isNew) res.status(201)
    return summary !== null && !summary.isHostedCard && summary.total > 0
      ? answerOf(orderId, request, summary)
      : readAnswer(req.scope, orderId)
  },
)

function answerOf(
  id: string,
  { paymentMethod }: PlaceOrder,
  { number, total, bitcoin }: OrderSummary,
): PlacedOrder {
  return {
    id,
    number,
    paymentMethod,
    status: "awaiting_payment",
    total: toPounds(total),
    bitcoinAddress: bitcoin?.address ?? null,
    bitcoin,
    cardPayment: null,
    cardPaymentUrl: null,
  }
}

async function readAnswer(container: MedusaContainer, orderId: string): Promise<PlacedOrder> {
  const order = await readPlaced(container, orderId)
  if (order.cardPayment?.canRetry !== true) return { ...order, cardPaymentUrl: null }
  const page = await openCardPage(container, orderId)
  return { ...order, cardPaymentUrl: page.ok ? page.url : null }
}

async function readPlaced(container: MedusaContainer, orderId: string) {
  // The caller knows the cart's id, and the response contains no personal data.
  const order = await orderView(container, orderId, { customerId: null, hasKey: true })
  if (!order)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Order ${orderId} was placed and cannot be read.`,
    )
  const { id, number, paymentMethod, status, total, bitcoinAddress, bitcoin, cardPayment } = order
  return { id, number, paymentMethod, status, total, bitcoinAddress, bitcoin, cardPayment }
}
