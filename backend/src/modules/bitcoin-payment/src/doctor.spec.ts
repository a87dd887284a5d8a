import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { TEST_DESCRIPTOR } from "./adapters/testing/test-descriptor"
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

test("terms of a provider that the payment module does not list are named", async () => {
  const provider = { resolve: "medusa-payment-bitcoin/providers/bitcoin", id: "bitcoin" }
  const options = {
    network: "regtest",
    descriptor: TEST_DESCRIPTOR,
    source: [{ kind: "esplora", url: "http://127.0.0.1:1" }],
    rates: { kind: "fixed", perBitcoin: { GBP: "40000" } },
    providerTerms: { bitcoin: { quoteMinutes: 30 }, strict: { quoteMinutes: 15 } },
  }
  const config = {
    plugins: [{ resolve: "medusa-payment-bitcoin", options }],
    modules: { payment: { options: { providers: [provider] } } },
  }
  await writeFile(join(folder, "medusa-config.js"), `module.exports = ${JSON.stringify(config)}`)
  const findings = await examine(folder)
  expect(findings.filter(({ text }) => text.includes("`providerTerms`")).map(({ text }) => text)).toEqual([
    "`providerTerms` names strict, but the payment module lists the plugin's provider as bitcoin.",
  ])
})
