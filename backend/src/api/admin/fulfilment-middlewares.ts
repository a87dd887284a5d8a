import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { assertPaid } from "../../orders/payment-status"

const OF_AN_ORDER = /^\/admin\/orders\/([^/?]+)\/fulfillments\/?(?:\?|$)/
const OF_NO_ORDER = /^\/admin\/fulfillments\/?(?:\?|$)/i

/**
 * Rejects before anything is created; the workflow's hook would roll it back later. The matcher also covers sub-paths,
 * but cancelling or shipping an existing fulfilment is not restricted here.
 */
function onlyPaid(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const orderId = OF_AN_ORDER.exec(req.originalUrl)?.[1]
  if (orderId === undefined) next()
  else assertPaid(req.scope, decodeURIComponent(orderId)).then(() => next(), next)
}

/** Rejects fulfilments without an order: their payment cannot be checked. */
function onlyOfAnOrder(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  next(
    OF_NO_ORDER.test(req.originalUrl)
      ? new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "Parcels are made on their order's page, where it shows whether it is paid.",
        )
      : undefined,
  )
}

const choiceSchema = z.looseObject({ no_notification: z.boolean().optional() })

/** Medusa passes `additional_data` to its hook `shipmentCreated`, but not staff's choice to send no notification. */
function passNotificationChoice(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const shipment = choiceSchema.parse(req.validatedBody)
  req.validatedBody = { ...shipment, additional_data: { no_notification: shipment.no_notification === true } }
  next()
}

/** Unpaid orders are not shipped unless staff release them by name. */
export const fulfilmentMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/orders/:id/fulfillments", methods: ["POST"], middlewares: [onlyPaid] },
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    methods: ["POST"],
    middlewares: [passNotificationChoice],
  },
  { matcher: "/admin/fulfillments", methods: ["POST"], middlewares: [onlyOfAnOrder] },
]
