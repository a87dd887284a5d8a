import { expect, it } from "vitest"
import { send } from "./harness/call"
it("answers", async () => {
  expect((await send("/health")).status).toBe(200)
})
