import express, { type Express } from "express"
import { expect, it } from "vitest"
import { methodsOf, readKnownCalls } from "./known-calls"

function callsOf(app: Express) {
  const router: unknown = app._router
  return readKnownCalls(typeof router === "function" && "stack" in router ? router.stack : undefined)
}

const done = () => undefined
const app = express()
app.use("/api", done)
app.get("/api/products", done)
app.get("/api/products/:slug", done)
app.post("/api/cart", done)
app.get("/api/cart/:id", done)
app.patch("/api/cart/:id", done)
app.get("/store/products", done)

it.each([
  ["/api/products", ["GET", "HEAD"]],
  ["/api/products/heather-honey", ["GET", "HEAD"]],
  ["/api/cart", ["POST"]],
  ["/api/cart/cart_1", ["GET", "HEAD", "PATCH"]],
])("knows what %s takes", (path, methods) => {
  expect([...methodsOf(callsOf(app), path)].sort()).toEqual(methods)
})

it.each(["/api", "/api/nothing", "/api/products/a/b", "/store/products", "/apifoo/products"])(
  "does not know %s",
  (path) => {
    expect(methodsOf(callsOf(app), path).size).toBe(0)
  },
)

it("says so when the router is not the one it can read", () => {
  expect(() => readKnownCalls(undefined)).toThrow()
  expect(() => readKnownCalls([{ regexp: "/api" }])).toThrow()
})
