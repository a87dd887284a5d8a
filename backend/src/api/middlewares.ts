import { defineMiddlewares } from "@medusajs/framework/http"
import { fulfilmentMiddlewares } from "./admin/fulfilment-middlewares"
import { shelfMiddlewares } from "./admin/shelf/middlewares"
import { contactMiddlewares } from "./api/contact/middlewares"
import { findOrderMiddlewares } from "./api/orders/find/middlewares"
import { refundAddressMiddlewares } from "./api/orders/refund-address-middlewares"
import { sessionMiddlewares } from "./api/session/middlewares"
import { crossOrigin } from "./edge/cross-origin"
import { errorHandler } from "./edge/error-handler"
import { onlyJson, readJson } from "./edge/json-body"
import { knownCalls } from "./edge/known-calls"
import { apiWrites, signInWrites } from "./edge/rate-limits"
import { refusedAtTheDoor } from "./edge/refused-at-the-door"
import { sameOrigin } from "./edge/same-origin"
import { trustedProxies } from "./edge/trusted-proxies"
import { paymentHooks, storeApi } from "./edge/store-api"
import { writeQueue } from "./edge/write-queue"
import { staticMiddlewares } from "./static/middlewares"
import { uploadMiddlewares } from "./uploads/middlewares"

/** What every call passes through, in this order; then what its resource adds. */
export default defineMiddlewares({
  routes: [
    { matcher: "/", middlewares: [trustedProxies] },
    // Bodies are read by our own parser, after the cheap refusals and not before them.
    { matcher: "/api/*", bodyParser: false },
    {
      matcher: "/api",
      middlewares: [
        refusedAtTheDoor,
        crossOrigin,
        knownCalls,
        sameOrigin,
        apiWrites,
        onlyJson,
        readJson,
        writeQueue,
      ],
    },
    { matcher: "/auth", middlewares: [signInWrites] },
    { matcher: "/admin/invites/accept", middlewares: [signInWrites] },
    { matcher: "/store", middlewares: [storeApi] },
    { matcher: "/hooks/payment", middlewares: [paymentHooks] },
    ...contactMiddlewares,
    ...sessionMiddlewares,
    ...findOrderMiddlewares,
    ...refundAddressMiddlewares,
    ...shelfMiddlewares,
    ...staticMiddlewares,
    ...uploadMiddlewares,
    ...fulfilmentMiddlewares,
  ],
  errorHandler,
})
