import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError, parseCorsOrigins } from "@medusajs/framework/utils"
import cors from "cors"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { orUnavailable } from "./respond"

// Staff do not know of a payment that was sent a moment ago. If the chain shows money that they could not see, they are told
// first; cancelling again does it all the same. Without the chain's answer the order stays as it is.
async function pollBeforeCancelling(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const { orderPolls, reviewService } = req.scope.resolve(BITCOIN_PAYMENT)
  const orderId = req.params["id"] ?? ""
  const received = async () =>
    (await reviewService.detailsOfOrder(orderId)).reduce((sum, { invoice }) => sum + invoice.received, 0n)
  await orUnavailable(res, async () => {
    const before = await received()
    await orderPolls.beforeDecision([orderId])
    if ((await received()) > before)
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "A Bitcoin payment for this order has just been seen. Read its Bitcoin panel. If you cancel the order again, the payment becomes a case.",
        "payment_seen",
      )
    next()
  })
}

/** Storefronts read payments from their own origin: the same ones that may call Medusa's store routes. */
async function allowStorefronts(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const { storeCors } = req.scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig.http
  cors({ origin: parseCorsOrigins(storeCors) })(req, res, next)
}

export default defineMiddlewares({
  routes: [
    { matcher: "/pay/bitcoin*", middlewares: [allowStorefronts] },
    { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [pollBeforeCancelling] },
  ],
})
