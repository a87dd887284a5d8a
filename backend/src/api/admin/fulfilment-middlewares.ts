import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { suppressNotification } from "../../workflows/order-notifications/suppress-notification"
import { assertPaid } from "../../workflows/fulfilment-guard/assert-paid"

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

const silenceSchema = z.object({ no_notification: z.literal(true) })

/** Staff's wish that a buyer is not told is kept with the parcel, before it leaves: the event that carries it may be lost. */
function keepWish(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const isSilent = silenceSchema.safeParse(req.body).success
  suppressNotification(req.scope, req.params.fulfillment_id ?? "", isSilent).then(() => next(), next)
}

/** No goods leave before their money came, unless staff say so by name; nor with a mail that staff do not want. */
export const fulfilmentMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/orders/:id/fulfillments", methods: ["POST"], middlewares: [onlyPaid] },
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    methods: ["POST"],
    middlewares: [keepWish],
  },
  { matcher: "/admin/fulfillments", methods: ["POST"], middlewares: [onlyOfAnOrder] },
]
