import compress from "@fastify/compress"
import rateLimit from "@fastify/rate-limit"
import fastifyStatic from "@fastify/static"
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify"
import type { Writable } from "node:stream"
import { constants } from "node:zlib"
import { setTransport } from "../src/api/request"
import type { AssetsOf } from "../src/app/entry-server"
import { registerApiProxy } from "./api-proxy"
import { registerCatalogueApi } from "./catalogue-api"
import { catalogueTransport, createCatalogueCache } from "./catalogue-cache"
import { answerInTurn, clientOf, limitSearches } from "./limits"
import type { Environment } from "./environment"
import { loggingOptions, registerRequestContext } from "./logging"
import { measureRequests, refusals } from "./metrics"
import { businessDetailsSource, createPageSource, type Render, uncachedPages } from "./page-source"
import { readableAddress, registerPages } from "./send-page"
import { sendProblem, statusOf } from "./problem"
import { registerPictures } from "./pictures/pictures"
import { registerProductFeed } from "./product-feed/product-feed"
import { RepeatedAnswers } from "./repeated-answers"
import { registerSecurity } from "./security"
import { registerSignIn, signInSources } from "./sign-in"
import { registerSitemap } from "./sitemap"

interface AppOptions {
  environment: Environment
  render: Render
  assetsOf: AssetsOf
  /** The built files; null in development, where Vite serves them. */
  clientFolder: string | null
  fetchFrom?: typeof fetch
  logStream?: Writable
}

/** A request's headers, and the whole request with its body, must arrive within these times. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
const TIMEOUT_CHECK_MS = 2_000
const BYTES_IN_MB = 1024 * 1024
/** For proxied responses. Pages are compressed once (compressed-text.ts), and files at build time. */
const PROXY_BROTLI_QUALITY = 4

export async function createApp({
  environment,
  render,
  assetsOf,
  clientFolder,
  fetchFrom,
  logStream,
}: AppOptions): Promise<FastifyInstance> {
  const isDevelopment = environment.NODE_ENV === "development"
  const app = Fastify({
    ...loggingOptions(environment, logStream),
    trustProxy: environment.STOREFRONT_TRUSTED_PROXIES ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    // An address under /api with invalid escapes. Others are pages (readableAddress).
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      refusals.inc({ reason: "malformed" })
      sendProblem(reply, 400, "malformed", "That address cannot be read.")
    },
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = "/" }) => readableAddress(url),
  })
  answerInTurn(app)
  registerRequestContext(app)
  measureRequests(app)
  const pageOptions = {
    render,
    assetsOf,
    business: businessDetailsSource({
      publicUrl: environment.PUBLIC_URL,
      onError: (failure) => app.log.error({ err: failure }, "rendered a page without the business details"),
    }),
    onFailure: (path: string, failure: unknown) =>
      app.log.error({ err: failure, path: pathOf(path) }, "rendered a page without its data"),
  }
  const catalogue = createCatalogueCache({
    backendUrl: environment.BACKEND_URL,
    onOutdatedServed: (path, failure) =>
      app.log.warn({ err: failure, path: pathOf(path) }, "the backend failed; served the previous answer"),
    ...(fetchFrom && { fetchFrom }),
  })
  setTransport(catalogueTransport(catalogue.read))

  registerSecurity(app, {
    isHttps: environment.PUBLIC_URL.startsWith("https:"),
    isDevelopment,
    sources: signInSources(environment),
  })
  await app.register(compress, {
    // A few compressed bytes could become very many.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: PROXY_BROTLI_QUALITY } },
  })
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => clientOf(ip) })
  const maySearch = limitSearches(app, environment.STOREFRONT_SEARCHES_PER_MINUTE)
  const repeated = new RepeatedAnswers()
  repeated.putBefore(app)
  await registerCatalogueApi(app, {
    catalogue,
    repeated,
    requestsPerAddress: environment.STOREFRONT_REQUESTS_PER_ADDRESS,
    maySearch,
  })
  await registerApiProxy(app, {
    backendUrl: environment.BACKEND_URL,
    publicUrl: environment.PUBLIC_URL,
    requestsPerAddress: environment.STOREFRONT_REQUESTS_PER_ADDRESS,
    streamsPerAddress: environment.STOREFRONT_STREAMS_PER_ADDRESS,
  })
  await registerSignIn(app, environment)
  await registerPictures(app, {
    backendUrl: environment.BACKEND_URL,
    folder: environment.STOREFRONT_PICTURES_DIR,
    maxBytes: environment.STOREFRONT_PICTURES_MB * BYTES_IN_MB,
    ...(fetchFrom && { fetchFrom }),
  })
  if (clientFolder !== null) await registerFiles(app, clientFolder)
  registerSitemap(app, { publicUrl: environment.PUBLIC_URL })
  await registerProductFeed(app, {
    publicUrl: environment.PUBLIC_URL,
    requestsPerAddress: environment.STOREFRONT_REQUESTS_PER_ADDRESS,
  })
  app.get("/health", () => ({ status: "ok" }))
  registerPages(app, {
    pages: isDevelopment ? uncachedPages(pageOptions) : createPageSource(pageOptions),
    repeated,
    pagesPerMinute: environment.STOREFRONT_PAGES_PER_MINUTE,
    maySearch,
  })
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) request.log.error({ err: error, path: pathOf(request.url) }, "a request failed")
    return reply
      .code(status)
      .type("text/plain; charset=utf-8")
      .send(
        status >= 500 ? "Something went wrong on our side. Please try again in a moment." : messageOf(error),
      )
  })
  return app
}

async function registerFiles(app: FastifyInstance, clientFolder: string) {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    // The build's own list of sources is for the server alone.
    globIgnore: ["manifest.json*"],
    preCompressed: true,
    // The plugin's own header would override the one below.
    cacheControl: false,
    setHeaders: (response, path) => {
      // The names of built files contain their digest.
      response.setHeader(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      )
      response.setHeader("vary", "accept-encoding")
    },
  })
}

/** Without the query: it may hold the key of an order. */
function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "/"
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "That request cannot be answered."
}
