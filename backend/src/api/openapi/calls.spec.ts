import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { expect, it } from "vitest"
import { CALLS } from "./calls"
import { openApiDocument } from "./document"

const ROUTES = join(__dirname, "../api")

/** `get /api/products/{}` for every handler that a route file exports; a parameter's name is its own business. */
function existingCalls(): string[] {
  const files = readdirSync(ROUTES, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith("route.ts"),
  )
  return files.flatMap((file) => {
    const path = `/api/${relative(".", join(file, "..")).replaceAll("\\", "/")}`.replace(/\[\w+\]/g, "{}")
    const source = readFileSync(join(ROUTES, file), "utf8")
    const methods = source.matchAll(/export (?:async )?(?:function|const) (GET|POST|PATCH|PUT|DELETE)\b/g)
    return [...methods].map(([, method = ""]) => `${method.toLowerCase()} ${path}`)
  })
}

it("describes every call that exists, and none that does not", () => {
  const described = CALLS.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`)
  expect(described.sort()).toEqual(existingCalls().sort())
})

it("says what a body must be, from the contract", () => {
  const { paths } = openApiDocument()
  expect(paths["/api/contact"]?.["post"]).toMatchObject({
    requestBody: {
      content: {
        "application/json": {
          schema: {
            properties: { name: { minLength: 2 }, consent: { const: true } },
            required: ["name", "email", "subject", "message", "consent"],
            additionalProperties: false,
          },
        },
      },
    },
    responses: { 201: {}, 400: {}, 403: {}, 413: {}, 415: {}, 429: {} },
  })
})

it("names the parameters of a path", () => {
  const { paths } = openApiDocument()
  expect(paths["/api/cart/{id}"]?.["patch"]).toMatchObject({
    parameters: [
      { name: "id", in: "path", required: true },
      { name: "x-cart-id", in: "header", required: true },
    ],
  })
})
