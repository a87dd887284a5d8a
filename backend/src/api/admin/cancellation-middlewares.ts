import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { forgetCancelling, markCancelling } from "../../workflows/staff-cancellation"

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
    forgetCancelling(scope, orderId).catch((error: unknown) =>
      scope
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`The cancellation of ${orderId} is still noted: ${String(error)}`),
    )
  })
  markCancelling(scope, orderId).then(() => next(), next)
}

export const cancellationMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [finishAfterCrash] },
]
