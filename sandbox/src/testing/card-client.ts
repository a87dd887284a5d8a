import Stripe from "stripe"

export const SECRET_KEY = "sk_test_sandbox"
export const WEBHOOK_SECRET = "whsec_sandbox"

/** Stripe's own SDK, without retries. */
export function stripeAt(url: string, options: Stripe.StripeConfig = {}, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  })
}

/** A session for one jar of £12.50, as the shop creates it. */
export const sessionFor = (
  reference: string,
  over: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [
    {
      quantity: 1,
      price_data: { currency: "gbp", unit_amount: 1250, product_data: { name: `Order ${reference}` } },
    },
  ],
  client_reference_id: reference,
  customer_email: "ada@example.com",
  metadata: { order_id: reference },
  payment_intent_data: { metadata: { order_id: reference } },
  expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
  success_url: "http://localhost:8000/orders/1?session={CHECKOUT_SESSION_ID}",
  cancel_url: "http://localhost:8000/orders/1",
  ...over,
})

/** A command of the sandbox. @throws unless it succeeds */
export async function command(
  url: string,
  path: string,
  body: object = {},
  method = "POST",
): Promise<unknown> {
  const response = await fetch(`${url}/sandbox${path}`, {
    method,
    ...(method === "POST" && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
