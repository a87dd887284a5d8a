import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { examine } from "./doctor"

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-"))
})
afterEach(() => rm(folder, { recursive: true }))

test("a built application is examined without ts-node", async () => {
  await writeFile(join(folder, "medusa-config.js"), "module.exports = { plugins: [], modules: {} }")
  const [finding] = await examine(folder)
  expect(finding?.text).toContain("does not list medusa-payment-bitcoin")
})

test("a configuration in TypeScript without ts-node is answered with the remedy", async () => {
  await writeFile(join(folder, "medusa-config.ts"), "export default {}")
  const [finding] = await examine(folder)
  expect(finding?.isGood).toBe(false)
  expect(finding?.text).toContain("needs ts-node")
})
