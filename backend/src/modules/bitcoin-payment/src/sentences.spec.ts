import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { TEST_DESCRIPTOR } from "./adapters/testing/test-descriptor"
import { examine } from "./doctor"
import { readOptions } from "./options"
import { runSandbox } from "./sandbox"

/** What a schema library writes of itself: for nobody who configures a shop. */
const DUMP = /"code":|"path":|invalid_type|unrecognized_keys|ZodError|\n\s+at .+:\d+:\d+/

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sentences-"))
})
afterEach(() => rm(folder, { recursive: true }))

const configure = (config: unknown) =>
  writeFile(join(folder, "medusa-config.js"), `module.exports = ${JSON.stringify(config)}`)

describe.each([
  ["nothing", undefined],
  ["a text", "regtest"],
  ["a list", [1]],
  ["other types", { network: 1, descriptor: {}, source: "x", rates: 4, lightning: [], providerTerms: 3 }],
  ["other names", { networks: "regtest", sources: [], rate: {} }],
])("options that are %s", (_what, options) => {
  it("are refused in sentences at start and by the doctor", async () => {
    const refusal = () => readOptions(options)
    expect(refusal).toThrow("The options of medusa-payment-bitcoin are wrong.")
    expect(refusal).not.toThrow(DUMP)
    await configure({ plugins: [{ resolve: "medusa-payment-bitcoin", options }] })
    const texts = (await examine(folder)).filter(({ isGood }) => !isGood).map(({ text }) => text)
    expect(texts.join("\n")).toContain("medusa-payment-bitcoin")
    expect(texts.join("\n")).not.toMatch(DUMP)
  })
})

it.each([
  ["is not listed", [], 'does not list "medusa-payments"'],
  [
    "has an option that does not exist",
    [{ resolve: "medusa-payments", options: { alertafter: 6 } }],
    "did you mean alertAfter?",
  ],
])("the doctor says that medusa-payments %s", async (_what, plugins, sentence) => {
  await configure({ plugins: [...plugins, { resolve: "medusa-payment-bitcoin", options: {} }] })
  const texts = (await examine(folder)).filter(({ isGood }) => !isGood).map(({ text }) => text)
  expect(texts.join("\n")).toContain(sentence)
  expect(texts.join("\n")).not.toMatch(DUMP)
})

it("the doctor takes medusa-payments with and without options", async () => {
  for (const engine of ["medusa-payments", { resolve: "medusa-payments" }]) {
    await configure({ plugins: [engine, { resolve: "medusa-payment-bitcoin", options: {} }] })
    expect((await examine(folder)).map(({ text }) => text)).toContain("medusa-payments is listed.")
  }
})

it.each([
  ["plugins", { plugins: {} }],
  ["projectConfig", { projectConfig: "postgres://" }],
  ["projectConfig.databaseUrl", { projectConfig: { databaseUrl: 5432 } }],
])("a medusa-config whose %s cannot be read is named by the doctor", async (place, config) => {
  await configure(config)
  const [finding] = await examine(folder)
  expect(finding).toMatchObject({ isGood: false })
  expect(finding?.text).toContain(`→ at ${place}`)
  expect(finding?.text).not.toMatch(DUMP)
})

it("a sandbox of another version is refused in a sentence", async () => {
  const installed = join(folder, "node_modules/medusa-payment-bitcoin-sandbox")
  await mkdir(installed, { recursive: true })
  await writeFile(join(installed, "package.json"), JSON.stringify({ main: "index.js" }))
  await writeFile(join(installed, "index.js"), "exports.start = () => 0")
  await expect(runSandbox(["sandbox"], folder)).rejects.toThrow(
    /^medusa-payment-bitcoin-sandbox is of another version: `npm install .*`\.$/,
  )
})

it("a sandbox that does not pay, because the application is on another network, says so", async () => {
  const installed = join(folder, "node_modules/medusa-payment-bitcoin-sandbox")
  await mkdir(installed, { recursive: true })
  await writeFile(join(installed, "package.json"), JSON.stringify({ main: "index.js" }))
  await writeFile(join(installed, "index.js"), "exports.run = () => 0")
  const options = {
    network: "mainnet",
    descriptor: TEST_DESCRIPTOR,
    source: [{ kind: "esplora", url: "http://127.0.0.1:1" }],
    rates: { kind: "fixed", perBitcoin: { GBP: "40000" } },
  }
  await configure({ plugins: [{ resolve: "medusa-payment-bitcoin", options }] })
  await expect(runSandbox(["pay", "1"], folder)).rejects.toThrow(/^The sandbox pays on regtest\./)
})
