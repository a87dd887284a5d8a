import { MedusaError } from "@medusajs/framework/utils"
import { expect, it } from "vitest"
import { Problem } from "./problem"
import { toProblem } from "./errors"

/** An error of the body parser. */
const parserError = (statusCode: number, type: string) =>
  Object.assign(new Error("Unexpected token } in JSON at position 7"), { statusCode, type, expose: true })

it("returns our own problem unchanged", () => {
  const problem = new Problem(409, "out_of_stock", "Only 2 are left.", { available: 2 })
  expect(toProblem(problem)).toBe(problem)
})

it.each([
  ["entity.parse.failed", 400, "malformed_json"],
  ["entity.too.large", 413, "too_large"],
  ["encoding.unsupported", 415, "not_json"],
  ["charset.unsupported", 415, "not_json"],
  ["request.aborted", 400, "aborted"],
  ["something.new", 400, "bad_request"],
])("the body parser's %s is %i %s", (type, status, code) => {
  expect(toProblem(parserError(status, type))).toMatchObject({ status, code })
})

it.each([
  [MedusaError.Types.NOT_FOUND, 404],
  [MedusaError.Types.INVALID_DATA, 400],
  [MedusaError.Types.NOT_ALLOWED, 409],
  [MedusaError.Types.CONFLICT, 409],
  [MedusaError.Types.UNAUTHORIZED, 401],
  [MedusaError.Types.FORBIDDEN, 403],
  [MedusaError.Types.DB_ERROR, 500],
  [MedusaError.Types.UNEXPECTED_STATE, 500],
])("Medusa's %s is %i, in our own words", (type, status) => {
  const problem = toProblem(new MedusaError(type, "Cart with id: cart_1 on table cart is broken"))
  expect(problem.status).toBe(status)
  expect(problem.detail).not.toContain("cart_1")
})

it.each([
  ["an error", new Error("password authentication failed for user shop")],
  ["an error of the database", Object.assign(new Error("duplicate key"), { code: "23505" })],
  ["a value that is not an error", "boom"],
  ["nothing", undefined],
])("%s is 500 and reveals nothing about its cause", (_name, thrown) => {
  const problem = toProblem(thrown)
  expect(problem).toMatchObject({ status: 500, code: "internal" })
  expect(problem.detail).toBe("Something went wrong on our side. Please try again in a moment.")
})
