import { defineMiddlewares } from "@medusajs/framework/http"
import { fulfilmentMiddlewares } from "./admin/fulfilment-middlewares"
import { stockOverviewMiddlewares } from "./admin/stock-overview/middlewares"
import { contactMiddlewares } from "./api/contact/middlewares"
import { findOrderMiddlewares } from "./api/orders/find/middlewares"
import { refundAddressMiddlewares } from "./api/orders/refund-address-middlewares"
import { sessionMiddlewares } from "./api/session/middlewares"
import { crossOrigin } from "../http/cross-origin"
import { errorHandler } from "../http/error-handler"
import { onlyJson, readJson } from "../http/json-body"
import { knownCalls } from "../http/known-calls"
import { apiWrites, signInWrites } from "../http/rate-limits"
import { rejectMalformedRequest } from "../http/reject-malformed-request"
import { sameOrigin } from "../http/same-origin"
import { trustedProxies } from "../http/trusted-proxies"
import { paymentHooks, storeApi } from "../http/store-api"
import { writeQueue } from "../http/write-queue"
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
        rejectMalformedRequest,
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
    ...stockOverviewMiddlewares,
    ...staticMiddlewares,
    ...uploadMiddlewares,
    ...fulfilmentMiddlewares,
  ],
  errorHandler,
})
