import { defineMiddlewares } from "@medusajs/framework/http"
import { errorHandler } from "../http/errors"
import { writeQueue } from "../http/limits"
import { crossOrigin, sameOrigin, trustProxies } from "../http/origin"
import { onlyJson, rejectMalformedRequest } from "../http/parse"
import { knownRoutes, limitRoute, limitShoppers, readBody } from "../http/routes"
import { staffMiddlewares } from "../http/staff-middlewares"
import { paymentHooks, storeApi } from "../http/store-api"
import { addressMiddlewares } from "./admin/address-middlewares"
import { fulfilmentMiddlewares } from "./admin/fulfilment-middlewares"
import { privateFiles, publicFiles } from "./static-files"
import { uploadMiddlewares } from "./uploads/middlewares"

/** The middleware of every request, in this order. A route's own rules are in its definition. */
export default defineMiddlewares({
  routes: [
    { matcher: "/", middlewares: [trustProxies] },
    // Our own parser reads bodies, after the cheap checks.
    { matcher: "/api/*", bodyParser: false },
    {
      matcher: "/api",
      middlewares: [
        rejectMalformedRequest,
        crossOrigin,
        knownRoutes,
        sameOrigin,
        limitShoppers,
        onlyJson,
        readBody,
        writeQueue,
        limitRoute,
      ],
    },
    ...staffMiddlewares,
    { matcher: "/store", middlewares: [storeApi] },
    { matcher: "/hooks/payment", middlewares: [paymentHooks] },
    // A file of 2 MB, as JSON.
    { matcher: "/admin/stock-overview/csv", methods: ["POST"], bodyParser: { sizeLimit: "5mb" } },
    // Medusa's own `/static` serves the backend's folder, where we keep no files.
    { matcher: "/static", middlewares: [privateFiles, publicFiles] },
    ...uploadMiddlewares,
    ...fulfilmentMiddlewares,
    ...addressMiddlewares,
  ],
  errorHandler,
})
