import { defineMiddlewares } from "@medusajs/framework/http"
import { errorHandler } from "../platform/http/errors"
import { oneByOne, writeQueue } from "../platform/http/limits"
import { crossOrigin, sameOrigin, trustProxies } from "../platform/http/origin"
import { onlyJson, rejectMalformedRequest } from "../platform/http/parse"
import { knownRoutes, limitRoute, limitShoppers, readBody } from "../platform/http/routes"
import { staffMiddlewares } from "../staff/http/middlewares"
import { paymentHooks, storeApi } from "../platform/http/store-api"
import { orderMiddlewares } from "./admin/order-middlewares"
import { newProductMiddlewares } from "./admin/new-product-middlewares"
import { priceMiddlewares } from "./admin/price-middlewares"
import { privateFiles, publicFiles } from "./static-files"
import { uploadMiddlewares } from "./uploads/middlewares"

/** The middleware of every request, in this order. A route's own rules are in its definition. */
export default defineMiddlewares({
  routes: [
    { matcher: "/", middlewares: [oneByOne, trustProxies] },
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
    // The payment plugin's pages and calls for storefronts.
    { matcher: "/pay", middlewares: [storeApi] },
    { matcher: "/hooks/payment", middlewares: [paymentHooks] },
    // A file of 2 MB, as JSON.
    { matcher: "/admin/stock-overview/csv", methods: ["POST"], bodyParser: { sizeLimit: "5mb" } },
    // Medusa's own `/static` serves the backend's folder, where we keep no files.
    { matcher: "/static", middlewares: [privateFiles, publicFiles] },
    ...uploadMiddlewares,
    ...orderMiddlewares,
    ...priceMiddlewares,
    ...newProductMiddlewares,
  ],
  errorHandler,
})
