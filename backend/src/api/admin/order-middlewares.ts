import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
  MedusaRequestHandler,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { formatPostcode, isTracked, postcodeProblem } from "@shop/contracts"
import { assertNothingDue, assertPaid } from "../../orders/payment-status"
import { readCancellationFacts } from "../../orders/cancellation"
import { readLabels } from "../../orders/parcels/tracking-number"
import { markCancelling, removeMarks } from "../../platform/medusa-tables/order-marks"
import { readParcel } from "../../platform/medusa-tables/parcels"
import {
  markParcelCancelling,
  parcelBeingCancelled,
  unmarkParcel,
} from "../../platform/medusa-tables/interrupted-parcels"
import { assertConvertible } from "../../workflows/order-changes/convert-draft"
import { placeOfDispatch, placeReturn } from "../../workflows/order-changes/place-return"
import { prepareReplacement } from "../../workflows/order-changes/prepare-replacement"
import { withParcelsLocked } from "../../workflows/parcels/parcel-lock"
import { assertNoOpenChange, endOpenChange, withPaymentLocked } from "medusa-payments/workflows"

const before =
  (prepare: (scope: MedusaContainer, id: string) => Promise<void>): MedusaRequestHandler =>
  ({ scope, params }, _res, next) => {
    prepare(scope, params["id"] ?? "").then(() => next(), next)
  }

const withoutOpenChange = before((scope, orderId) =>
  withPaymentLocked(scope, orderId, () => assertNoOpenChange(scope, orderId)),
)

/** Staff agree on an edit with the buyer. Medusa's button requests it on a page that this shop lacks: it would stay open. */
const confirmRequestedEdit: MedusaRequestHandler = (req, _res, next) => {
  req.url = req.url.replace(/\/request\/?(?=\?|$)/, "/confirm")
  next()
}

/** Rejects what Medusa offers and the shop has no further steps for, before it blocks the order. */
const reject =
  (sentence: string): MedusaRequestHandler =>
  (_req, _res, next) =>
    next(new MedusaError(MedusaError.Types.NOT_ALLOWED, sentence))

/** Medusa's workflows take no lock: two would make, send or cancel a parcel twice. Held until the answer, also when the client has gone. */
const oneAfterTheOther: MedusaRequestHandler = ({ scope, params }, res, next) => {
  let isBegun = false
  withParcelsLocked(scope, params["id"] ?? "", async () => {
    isBegun = true
    const answered = new Promise<void>((resolve) => res.once("prefinish", resolve))
    next()
    await answered
  }).catch((error: unknown) => {
    if (!isBegun) next(error)
    else
      scope
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`The lock of the parcels was lost: ${String(error)}`)
  })
}

const choiceSchema = z.looseObject({ no_notification: z.boolean().optional() })

/** Medusa passes `additional_data` to its hook `shipmentCreated`, but not staff's choice to send no notification. */
const passNotificationChoice: MedusaRequestHandler = (req, _res, next) => {
  const shipment = choiceSchema.parse(req.validatedBody)
  req.validatedBody = { ...shipment, additional_data: { no_notification: shipment.no_notification === true } }
  next()
}

const labelledSchema = z.looseObject({
  labels: z.array(z.looseObject({ tracking_number: z.string() })).default([]),
})

/** As a parcel that staff send from the shop's lists (workflows/parcels/send-parcels.ts). Medusa rejects one that there is not. */
const onlyPaidWithTracking: MedusaRequestHandler = (req, _res, next) => {
  const { scope, params } = req
  const prepare = async () => {
    const [parcel] = await readParcel(scope, { id: params["fulfillment_id"] ?? "" })
    if (!parcel) return
    const { orderId, method } = parcel
    await withPaymentLocked(scope, orderId, () => assertPaid(scope, orderId))
    const shipment = labelledSchema.parse(req.validatedBody)
    req.validatedBody = { ...shipment, labels: readLabels(isTracked(method), shipment.labels) }
  }
  prepare().then(() => next(), next)
}

/** What has left arrives, paid or not. */
const onlyPaidUnlessSent: MedusaRequestHandler = ({ scope, params }, _res, next) => {
  const prepare = async () => {
    const [parcel] = await readParcel(scope, { id: params["fulfillment_id"] ?? "" })
    if (!parcel || parcel.isSent) return
    await withPaymentLocked(scope, parcel.orderId, () => assertPaid(scope, parcel.orderId))
  }
  prepare().then(() => next(), next)
}

type StaffRequest = MedusaRequest & Partial<Pick<AuthenticatedMedusaRequest, "auth_context">>

/**
 * What an internal error or a crash interrupts is carried out later. Any other answer says that it is done or that nothing changed.
 * `prefinish` comes with the answer, also when the client is gone: `finish` does not then, and `close` comes before it.
 */
function forgetWhenAnswered(
  { scope }: MedusaRequest,
  res: MedusaResponse,
  what: { id: string; forget: () => Promise<unknown> },
) {
  res.on("prefinish", () => {
    if (res.statusCode === 500) return
    what
      .forget()
      .catch((error: unknown) =>
        scope
          .resolve(ContainerRegistrationKeys.LOGGER)
          .warn(`The cancellation of ${what.id} is still noted: ${String(error)}`),
      )
  })
}

function finishAfterCrash(req: StaffRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { scope, params } = req
  const orderId = params["id"] ?? ""
  // Only who may cancel may ask for it.
  if (req.auth_context?.actor_type !== "user") return next()
  const forget = () => removeMarks(scope, { orderId, keys: ["cancelling_since"] })
  forgetWhenAnswered(req, res, { id: orderId, forget })
  // Medusa releases the stock before it cancels: a crash between the two would leave an order that stands without its stock.
  markCancelling(scope, { orderId })
    .then(() => withPaymentLocked(scope, orderId, () => endChangeOfCancellable(scope, orderId)))
    .then(() => next(), next)
}

async function assertNotBeingCancelled(scope: MedusaContainer, parcelId: string): Promise<void> {
  if ((await parcelBeingCancelled(scope, { id: parcelId })).length > 0)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This parcel is being cancelled. If the server stopped meanwhile, it is cancelled within some minutes, and the bell says what to count.",
    )
}

/** Medusa rejects the cancellation of one that is marked as sent or cancelled. */
async function assertNotBeingSent(scope: MedusaContainer, parcelId: string): Promise<void> {
  const [parcel] = await readParcel(scope, { id: parcelId })
  if (parcel && !parcel.isSent)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This parcel is recorded as sent, so it is not cancelled. The server stopped meanwhile: within some minutes it is marked as shipped.",
    )
}

/** What is cancelled does not leave. */
const onlyStandingParcel: MedusaRequestHandler = ({ scope, params }, _res, next) => {
  assertNotBeingCancelled(scope, params["fulfillment_id"] ?? "").then(() => next(), next)
}

/** A parcel is cancelled once: its stock would be raised by each. What a crash interrupts is finished (workflows/repair-parcels.ts). */
function cancelParcelOnce(req: StaffRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { scope, params } = req
  const id = params["fulfillment_id"] ?? ""
  if (req.auth_context?.actor_type !== "user") return next()
  const mark = async () => {
    const [marked] = await markParcelCancelling(scope, { id })
    if (marked !== undefined) forgetWhenAnswered(req, res, { id, forget: () => unmarkParcel(scope, { id }) })
    else {
      await assertNotBeingCancelled(scope, id)
      await assertNotBeingSent(scope, id)
    }
  }
  mark().then(() => next(), next)
}

/** Medusa rejects the cancellation of any other order: its change stays. */
async function endChangeOfCancellable(scope: MedusaContainer, orderId: string): Promise<void> {
  const facts = await readCancellationFacts(scope, orderId)
  if (facts?.status === "pending" && !facts.isPacked) await endOpenChange(scope, orderId)
}

const begunReturn = z.looseObject({ order_id: z.string(), location_id: z.string().nullish() })

/** Medusa's form of a return does not confirm without a location, and does not say so. */
const fromPlaceOfDispatch: MedusaRequestHandler = (req, _res, next) => {
  const { data: begun } = begunReturn.safeParse(req.validatedBody)
  if (!begun || begun.location_id) return next()
  placeOfDispatch(req.scope, begun.order_id).then((place) => {
    if (place !== undefined) req.validatedBody = { ...begun, location_id: place }
    next()
  }, next)
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

export const orderMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/orders/:id/fulfillments*",
    methods: ["POST"],
    middlewares: [oneAfterTheOther, withoutOpenChange],
  },
  // Before anything is created: the workflow's hook would roll it back.
  { matcher: "/admin/orders/:id/fulfillments", methods: ["POST"], middlewares: [before(assertPaid)] },
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    methods: ["POST"],
    middlewares: [passNotificationChoice],
  },
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/cancel",
    methods: ["POST"],
    middlewares: [cancelParcelOnce],
  },
  ...[
    "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    "/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered",
  ].map((matcher) => ({ matcher, methods: ["POST" as const], middlewares: [onlyStandingParcel] })),
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    methods: ["POST"],
    middlewares: [onlyPaidWithTracking],
  },
  {
    matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered",
    methods: ["POST"],
    middlewares: [onlyPaidUnlessSent],
  },
  // They know no order: nothing says whether it is paid, and it would not count what leaves.
  {
    matcher: "/admin/fulfillments*",
    methods: ["POST"],
    middlewares: [
      reject("Parcels are made, sent and cancelled on their order's page, which shows whether it is paid."),
    ],
  },
  { matcher: "/admin/order-edits/:id/request", methods: ["POST"], middlewares: [confirmRequestedEdit] },
  {
    matcher: "/admin/draft-orders/:id/convert-to-order",
    methods: ["POST"],
    middlewares: [before(assertConvertible)],
  },
  { matcher: "/admin/returns", methods: ["POST"], middlewares: [fromPlaceOfDispatch] },
  { matcher: "/admin/returns/:id/receive", methods: ["POST"], middlewares: [before(placeReturn)] },
  ...(["claim", "exchange"] as const).map((kind) => ({
    matcher: `/admin/${kind}s/:id/request`,
    methods: ["POST" as const],
    middlewares: [before((scope, id) => prepareReplacement(scope, kind, id))],
  })),
  {
    matcher: "/admin/orders/:id/transfer",
    methods: ["POST"],
    middlewares: [
      reject(
        "This shop does not transfer orders: a signed-in buyer claims the orders of their email address.",
      ),
    ],
  },
  // Medusa archives only what is completed or cancelled.
  { matcher: "/admin/orders/:id/complete", methods: ["POST"], middlewares: [before(assertNothingDue)] },
  {
    matcher: "/admin/orders/:id/cancel",
    methods: ["POST"],
    middlewares: [oneAfterTheOther, finishAfterCrash],
  },
  // After Medusa's own validation of the body, which needs the same matcher.
  ...["/admin/orders/:id", "/admin/draft-orders", "/admin/draft-orders/:id"].map((matcher) => ({
    matcher,
    methods: ["POST" as const],
    middlewares: [onlyDeliveryArea],
  })),
]
