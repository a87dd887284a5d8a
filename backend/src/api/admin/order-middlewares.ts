import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
  MedusaRequestHandler,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { formatPostcode, postcodeProblem } from "@shop/contracts"
import { assertPaid } from "../../orders/payment-status"
import { markCancelling, removeMarks } from "../../platform/medusa-tables/order-marks"

const OF_AN_ORDER = /^\/admin\/orders\/([^/?]+)\/fulfillments\/?(?:\?|$)/
const OF_NO_ORDER = /^\/admin\/fulfillments\/?(?:\?|$)/i

/**
 * Rejects before anything is created; the workflow's hook would roll it back later. The matcher also covers sub-paths,
 * but cancelling or shipping an existing fulfilment is not restricted here.
 */
const onlyPaid: MedusaRequestHandler = (req, _res, next) => {
  const orderId = OF_AN_ORDER.exec(req.originalUrl)?.[1]
  if (orderId === undefined) next()
  else assertPaid(req.scope, decodeURIComponent(orderId)).then(() => next(), next)
}

/** Rejects fulfilments without an order: their payment cannot be checked. */
const onlyOfAnOrder: MedusaRequestHandler = (req, _res, next) => {
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
const passNotificationChoice: MedusaRequestHandler = (req, _res, next) => {
  const shipment = choiceSchema.parse(req.validatedBody)
  req.validatedBody = { ...shipment, additional_data: { no_notification: shipment.no_notification === true } }
  next()
}

/** What an internal error or a crash interrupts is carried out later. Any other answer says that it is done or that nothing changed. */
function finishAfterCrash(
  req: MedusaRequest & Partial<Pick<AuthenticatedMedusaRequest, "auth_context">>,
  res: MedusaResponse,
  next: MedusaNextFunction,
): void {
  const { scope, params } = req
  const orderId = params["id"] ?? ""
  // Only who may cancel may ask for it.
  if (req.auth_context?.actor_type !== "user") return next()
  res.on("finish", () => {
    if (res.statusCode === 500) return
    removeMarks(scope, { orderId, keys: ["cancelling_since"] }).catch((error: unknown) =>
      scope
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`The cancellation of ${orderId} is still noted: ${String(error)}`),
    )
  })
  // Medusa releases the stock before it cancels: a crash between the two would leave an order that stands without its stock.
  markCancelling(scope, { orderId }).then(() => next(), next)
}

const addressedSchema = z.looseObject({ shipping_address: z.looseObject({ postal_code: z.string() }) })

/** Staff deliver where the checkout does. A change without a postcode keeps the one that the order has. */
const onlyDeliveryArea: MedusaRequestHandler = (req, _res, next) => {
  const { data: change } = addressedSchema.safeParse(req.validatedBody)
  if (!change) return next()
  const { postal_code: typed } = change.shipping_address
  const problem = postcodeProblem(typed)
  if (problem !== null) return next(new MedusaError(MedusaError.Types.INVALID_DATA, problem))
  req.validatedBody = {
    ...change,
    shipping_address: { ...change.shipping_address, postal_code: formatPostcode(typed) },
  }
  next()
}

/** What the shop adds to Medusa's own routes of orders. */
export const orderMiddlewares: MiddlewareRoute[] = [
  // Unpaid orders are not shipped unless staff release them by name.
  { matcher: "/admin/orders/:id/fulfillments", methods: ["POST"], middlewares: [onlyPaid] },
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    methods: ["POST"],
    middlewares: [passNotificationChoice],
  },
  { matcher: "/admin/fulfillments", methods: ["POST"], middlewares: [onlyOfAnOrder] },
  { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [finishAfterCrash] },
  // After Medusa's own validation of the body, which needs the same matcher.
  ...["/admin/orders/:id", "/admin/draft-orders", "/admin/draft-orders/:id"].map((matcher) => ({
    matcher,
    methods: ["POST" as const],
    middlewares: [onlyDeliveryArea],
  })),
]
