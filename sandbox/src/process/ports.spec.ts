import { expect, it } from "vitest"
import { findFreePorts } from "./ports.js"

it("finds as many different free ports as are asked for", async () => {
  const ports = await findFreePorts(500)
  expect(new Set(ports).size).toBe(500)
})
