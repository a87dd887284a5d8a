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
 * Before anything is made; the workflow's own hook would take it back. A matcher takes everything below it as well, and
 * cancelling or sending a parcel that is there already is no business of ours.
 */
function onlyPaid(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const orderId = OF_AN_ORDER.exec(req.originalUrl)?.[1]
  if (orderId === undefined) next()
  else assertPaid(req.scope, decodeURIComponent(orderId)).then(() => next(), next)
}

/** A parcel beside the order's own books: nobody could tell what it is for, or whether that was paid. */
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

/** No goods leave before their money came, unless staff say so by name; nor with a mail that staff do not want. */
export const fulfilmentMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/orders/:id/fulfillments", methods: ["POST"], middlewares: [onlyPaid] },
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    methods: ["POST"],
    middlewares: [passNotificationChoice],
  },
  { matcher: "/admin/fulfillments", methods: ["POST"], middlewares: [onlyOfAnOrder] },
]
