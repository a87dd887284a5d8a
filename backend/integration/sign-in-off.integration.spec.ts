import { sessionSchema } from "@shop/contracts"
import { expect, it } from "vitest"
import { call, refused } from "./harness/call"

it("a shop without a Firebase project returns an error that says so", async () => {
  const problem = await refused(503, "/api/session", { method: "POST", body: { idToken: "x".repeat(100) } })
  expect(problem.code).toBe("sign_in_off")
  expect(await call(sessionSchema, "/api/session")).toEqual({ user: null })
})
