import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { Problem } from "./problem"

/** The part of Express 4's router we read: which paths have a handler, for which methods. */
const layersSchema = z.array(
  z.object({
    regexp: z.instanceof(RegExp),
    route: z.object({ path: z.unknown(), methods: z.record(z.string(), z.boolean()) }).optional(),
  }),
)

interface KnownCall {
  pattern: RegExp
  methods: string[]
}

/**
 * Every call under /api that the router knows.
 * @param stack the layers of an Express 4 router
 * @throws ZodError when they are not
 */
export function readKnownCalls(stack: unknown): KnownCall[] {
  return layersSchema.parse(stack).flatMap(({ regexp, route }) => {
    if (typeof route?.path !== "string" || !route.path.startsWith("/api/")) return []
    return [{ pattern: regexp, methods: Object.keys(route.methods).map((method) => method.toUpperCase()) }]
  })
}

/** The methods a path answers to; none for a path that does not exist. */
export function methodsOf(calls: readonly KnownCall[], path: string): Set<string> {
  const methods = new Set(calls.filter((call) => call.pattern.test(path)).flatMap((call) => call.methods))
  if (methods.has("GET")) methods.add("HEAD")
  return methods
}

let known: KnownCall[] | undefined

/**
 * Answers an unknown path with 404 and a known one's wrong method with 405, as JSON. Left alone, Express would answer
 * both with a page of HTML. It asks the router itself, so that no list of calls can fall behind.
 */
export function knownCalls(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  const router: unknown = request.app._router
  known ??= readKnownCalls(typeof router === "function" && "stack" in router ? router.stack : undefined)
  const methods = methodsOf(known, request.baseUrl + request.path)
  if (methods.has(request.method)) {
    next()
    return
  }
  if (methods.size === 0) {
    next(new Problem(404, "unknown_path", "There is nothing at this address."))
    return
  }
  response.set("allow", [...methods, "OPTIONS"].join(", "))
  next(new Problem(405, "wrong_method", `This address does not take ${request.method}.`))
}
