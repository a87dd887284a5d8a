import { Problem } from "../../../../platform/http/problem"
import { defineRoute } from "../../../../platform/http/routes"
import { findCardPayments } from "../../../../orders/payment-method"

/** The content is not used: it is a reason to poll the payment at Stripe. The signature over the raw body is checked first. */
export const POST = defineRoute(
  {
    method: "post",
    path: "/api/webhooks/stripe",
    summary: "Stripe's notifications, with its signature",
    takesRawBody: true,
    rejections: [404],
  },
  async (req) => {
    const service = findCardPayments(req.scope)
    if (service === null || service.processor === null)
      throw new Problem(404, "unknown_path", "There is nothing at this address.")
    const body: unknown = req.body
    if (!Buffer.isBuffer(body) || !(await service.polls.notify(body, req.get("stripe-signature"))))
      throw new Problem(400, "wrong_signature", "The signature or the notification is wrong.")
    return { received: true }
  },
)
