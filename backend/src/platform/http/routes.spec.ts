import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { contactMessageSchema } from "@shop/contracts"
import { expect, it, vi } from "vitest"
import { openApiDocument } from "./openapi"
import { Problem } from "./problem"
import { allRoutes, defineRoute, knownRoutes } from "./routes"

vi.mock("../config", () => ({ environment: { WRITES_PER_MINUTE: 120, ORDER_READS_PER_MINUTE: 120 } }))

const done = () => undefined
defineRoute({ method: "get", path: "/api/products", summary: "" }, done)
defineRoute({ method: "get", path: "/api/products/{slug}", summary: "" }, done)
defineRoute({ method: "get", path: "/api/openapi.json", summary: "" }, done)
defineRoute({ method: "post", path: "/api/cart", summary: "" }, done)
defineRoute({ method: "get", path: "/api/cart/{id}", summary: "" }, done)
defineRoute({ method: "patch", path: "/api/cart/{id}", summary: "", needsCart: true }, done)
defineRoute(
  { method: "post", path: "/api/contact", summary: "", body: contactMessageSchema, status: 201 },
  done,
)

/** The `Allow` header and the error with which a request to this path is answered. */
function answerTo(method: string, path: string) {
  const headers: Record<string, string> = {}
  let error: unknown
  const response = { set: (name: string, value: string) => (headers[name] = value) }
  Reflect.apply(knownRoutes, undefined, [
    { method, baseUrl: "/api", path: path.slice("/api".length) },
    response,
    (thrown: unknown) => (error = thrown),
  ])
  return { allow: headers["allow"], status: error instanceof Problem ? error.status : 200 }
}

it.each([
  ["GET", "/api/products"],
  ["HEAD", "/api/products/"],
  ["GET", "/api/products/heather-honey"],
  ["GET", "/API/Products/heather-honey"],
  ["POST", "/api/cart"],
  ["PATCH", "/api/cart/cart_1"],
  ["GET", "/api/openapi.json"],
])("lets %s %s pass", (method, path) => {
  expect(answerTo(method, path)).toEqual({ allow: undefined, status: 200 })
})

it.each([
  ["POST", "/api/products", "GET, HEAD, OPTIONS"],
  ["GET", "/api/cart", "POST, OPTIONS"],
  ["DELETE", "/api/cart/cart_1", "GET, PATCH, HEAD, OPTIONS"],
])("answers %s %s with 405 and the allowed methods", (method, path, allow) => {
  expect(answerTo(method, path)).toEqual({ allow, status: 405 })
})

it.each(["/api", "/api/nothing", "/api/products/a/b", "/apifoo/products", "/api/openapixjson"])(
  "answers %s with 404",
  (path) => {
    expect(answerTo("GET", path)).toEqual({ allow: undefined, status: 404 })
  },
)

it("describes a body with the schema of the contract", () => {
  const { paths } = openApiDocument(allRoutes())
  expect(paths["/api/contact"]?.["post"]).toMatchObject({
    requestBody: {
      content: {
        "application/json": {
          schema: {
            properties: { name: { minLength: 2 }, email: { format: "email" }, consent: { const: true } },
            required: ["name", "email", "subject", "message", "consent"],
            additionalProperties: false,
          },
        },
      },
    },
    responses: { 201: {}, 400: {}, 403: {}, 413: {}, 415: {}, 429: {} },
  })
})

it("describes the parameters of a path", () => {
  const { paths } = openApiDocument(allRoutes())
  expect(paths["/api/cart/{id}"]?.["patch"]).toMatchObject({
    parameters: [
      { name: "id", in: "path", required: true },
      { name: "x-cart-id", in: "header", required: true },
    ],
  })
})

const ROUTES = join(__dirname, "../../api/api")
const files = readdirSync(ROUTES, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith("route.ts"),
)

it.each(files)("%s exports only route definitions, with the path of its folder", (file) => {
  const source = readFileSync(join(ROUTES, file), "utf8")
  const exported = [...source.matchAll(/^export [a-z ]+(\w+)\b/gm)]
  const defined = [
    ...source.matchAll(/^export const ([A-Z]+) = defineRoute\(\s*\{\s*method: "(\w+)",\s*path: "([^"]+)"/gm),
  ]
  const path = `/api/${relative(".", join(file, ".."))}`.replace(/\[(\w+)\]/g, "{$1}")
  expect(defined).toHaveLength(exported.length)
  expect(defined.length).toBeGreaterThan(0)
  for (const [, name, method, given] of defined) expect([name, given]).toEqual([method?.toUpperCase(), path])
})
