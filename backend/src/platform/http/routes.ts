import type { MedusaRequest, MedusaResponse, MedusaRequestHandler } from "@medusajs/framework/http"
import type * as z from "zod/v4/core"
import { limitRefusals, limitWrites, routeLimits } from "./limits"
import { parse, readJson, readRaw } from "./parse"
import { Problem } from "./problem"

/** Everything the API needs to know about a route: parsing, allowed methods, rate limit and OpenAPI derive from it. */
export interface RouteDefinition {
  method: "get" | "post" | "patch" | "delete"
  path: `/api/${string}`
  summary: string
  query?: z.$ZodObject
  body?: z.$ZodType
  answer?: z.$ZodType
  status?: number
  rejections?: readonly number[]
  needsCart?: true
  takesKey?: true
  /** Whether the body stays as it was sent, for a signature over it: the handler finds a Buffer in `request.body`. */
  takesRawBody?: true
  rateLimit?: keyof typeof routeLimits
}

type Handler<Read extends unknown[] = []> = (
  request: MedusaRequest,
  response: MedusaResponse,
  ...read: Read
) => unknown
type Route = (request: MedusaRequest, response: MedusaResponse) => Promise<void>

interface RegisteredRoute extends RouteDefinition {
  pattern: RegExp
}

const routes = new Map<string, RegisteredRoute>()
let sorted: readonly RegisteredRoute[] = []

/**
 * Defines and registers a route of /api; a route file exports the result under the method's name.
 * @param handle its third argument parses the body or the query, and throws Problem 400 if they are invalid. What it returns is
 * sent as JSON that is not stored; after undefined it has answered itself, except with 204
 */
export function defineRoute<Body extends z.$ZodType>(
  definition: RouteDefinition & { body: Body },
  handle: Handler<[readBody: () => z.output<Body>]>,
): Route
export function defineRoute<Query extends z.$ZodObject>(
  definition: RouteDefinition & { query: Query },
  handle: Handler<[readQuery: () => z.output<Query>]>,
): Route
export function defineRoute(definition: RouteDefinition, handle: Handler): Route
export function defineRoute(definition: RouteDefinition, handle: Handler<[readInput: () => unknown]>): Route {
  const { method, path, body, query, status = 200 } = definition
  routes.set(`${method} ${path}`, { ...definition, pattern: patternOf(path) })
  sorted = [...routes.values()].sort((a, b) => a.path.localeCompare(b.path))
  return async (request, response) => {
    response.status(status)
    const answer = await handle(request, response, () => {
      if (body) return parse(body, request.body)
      return query && parse(query, request.query)
    })
    if (answer !== undefined) response.set("cache-control", "no-store").json(answer)
    else if (status === 204) response.end()
  }
}

/** Like Express: ignores case and a trailing slash, and a parameter is one segment. */
function patternOf(path: string): RegExp {
  const source = path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "[^/]+" : segment.replaceAll(".", "\\.")))
    .join("/")
  return new RegExp(`^${source}/?$`, "i")
}

/** All routes of /api. Medusa has loaded them before the first request. */
export function allRoutes(): readonly RegisteredRoute[] {
  return sorted
}

const routesAt = (path: string) => sorted.filter(({ pattern }) => pattern.test(path))

/** 404 for an unknown path, 405 for a wrong method. Express would answer with an HTML page. */
export const knownRoutes: MedusaRequestHandler = (request, response, next) => {
  const methods = new Set(routesAt(request.baseUrl + request.path).map(({ method }) => method.toUpperCase()))
  if (methods.has("GET")) methods.add("HEAD")
  if (methods.has(request.method)) return next()
  if (methods.size === 0) return next(new Problem(404, "unknown_path", "There is nothing at this address."))
  response.set("allow", [...methods, "OPTIONS"].join(", "))
  next(new Problem(405, "wrong_method", `This address does not take ${request.method}.`))
}

function routeOf(request: MedusaRequest): RegisteredRoute | undefined {
  const method = request.method.toLowerCase()
  return routesAt(request.baseUrl + request.path).find((candidate) => candidate.method === method)
}

export const readBody: MedusaRequestHandler = (request, response, next) => {
  const read = routeOf(request)?.takesRawBody ? readRaw : readJson
  read(request, response, next)
}

/** The limit of writes. Of a company's notifications only those count that are refused. */
export const limitShoppers: MedusaRequestHandler = (request, response, next) => {
  const limit = routeOf(request)?.takesRawBody ? limitRefusals : limitWrites
  limit(request, response, next)
}

export const limitRoute: MedusaRequestHandler = (request, response, next) => {
  const route = routeOf(request)
  if (route?.rateLimit) routeLimits[route.rateLimit](request, response, next)
  else next()
}
