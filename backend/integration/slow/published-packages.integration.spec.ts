import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { publint } from "publint"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { makeBareApplication, type BareApplication } from "../harness/bare-application"

const run = promisify(execFile)
const PLUGIN = "medusa-payment-bitcoin"
const KIT = "medusa-payment-bitcoin-storefront"
const SANDBOX = "medusa-payment-bitcoin-sandbox"
/** Medusa's bundler and its module loader alone import them. */
const MEDUSAS_OWN = ["./admin", "./.medusa/server/src/modules/*"]
/** Nobody resolves packages as before Node 12; the kit is for bundlers, and Node 20.19 requires ES modules. */
const ACCEPTED = [/^NoResolution node10$/, /^CJSResolvesToESM node16-cjs$/]
/** What applications import, and one name of it. */
const ENTRIES = {
  [`${PLUGIN}/config`]: "bitcoinPayment",
  [`${PLUGIN}/workflows`]: "bitcoinPaymentChangedWorkflow",
  [`${PLUGIN}/watcher`]: "startWatcher",
  "medusa-payments/review": "definePaymentMethod",
  "medusa-payments/amount-due": "followAmountDue",
  [KIT]: "createBitcoinPayments",
  [`${KIT}/stages`]: "stageOf",
  [SANDBOX]: "run",
}

const failureSchema = z.object({ stdout: z.string(), stderr: z.string() })

let application: BareApplication
beforeAll(async () => {
  application = await makeBareApplication("published-packages")
})
afterAll(() => application.remove())

const packageOf = (name: string) => {
  const found = application.packages.find((each) => each.name === name)
  if (found === undefined) throw new Error(`${name} was not packed.`)
  return found
}

describe("the packages as they would be published", () => {
  it.each(["medusa-payments", PLUGIN, KIT, SANDBOX])(
    "%s has neither faults of publint nor wrong types",
    async (name) => {
      const content = new Uint8Array(await readFile(packageOf(name).tarball))
      const { messages } = await publint({ pack: { tarball: content.buffer }, strict: true })
      expect(messages).toEqual([])
      const types = await checkPackage(createPackageFromTarballData(content), {
        excludeEntrypoints: MEDUSAS_OWN,
      })
      if (types.types === false) throw new Error(`${name} has no types.`)
      const problems = types.problems.map((problem) =>
        "resolutionKind" in problem ? `${problem.kind} ${problem.resolutionKind}` : problem.kind,
      )
      expect(problems.filter((problem) => !ACCEPTED.some((pattern) => pattern.test(problem)))).toEqual([])
    },
  )

  it("hold what runs and the examples, neither tests nor the shop nor a word of where they were made", async () => {
    const plugin = packageOf(PLUGIN)
    for (const file of [
      ".medusa/server/src/modules/bitcoin-payment/index.js",
      ".medusa/server/src/browser/element.js",
      ".medusa/server/src/admin/index.mjs",
      "examples/store/medusa-config.ts",
      "README.md",
    ])
      expect(plugin.files).toContain(file)
    const all = application.packages.flatMap(({ files }) => files)
    expect(all.filter((file) => /\.spec\.|\/testing\/|contract|@shop|tsbuildinfo/.test(file))).toEqual([])
    expect(plugin.bytes).toBeLessThan(400_000)
    const modules = path.join(application.folder, "node_modules")
    const found = run(
      "grep",
      ["-rlE", "@shop/|sourceMappingURL|/wt/|/home/", PLUGIN, KIT, "medusa-payments"],
      {
        cwd: modules,
      },
    )
    // grep ends with 1 when it finds nothing.
    await expect(found).rejects.toMatchObject({ code: 1, stdout: "" })
  })

  it("are imported by ES modules and by CommonJS, and are typed in both", async () => {
    const names = Object.entries(ENTRIES)
    const imports = names.map(([entry, name], at) => `import { ${name} as n${at} } from "${entry}"`)
    const used = `\nconsole.log([${names.map((_, at) => `typeof n${at}`).join(", ")}].join())\n`
    const requires = names.map(([entry, name], at) => `const { ${name}: n${at} } = require("${entry}")`)
    const file = (name: string) => path.join(application.folder, name)
    await writeFile(file("consumer.mts"), imports.join("\n") + used)
    await writeFile(file("consumer.mjs"), imports.join("\n") + used)
    await writeFile(file("consumer.cjs"), requires.join("\n") + used)
    const expected = names.map(() => "function").join()
    for (const name of ["consumer.mjs", "consumer.cjs"]) {
      const { stdout } = await run(process.execPath, [file(name)], { cwd: application.folder })
      expect(stdout.trim(), name).toBe(expected)
    }
    const tsc = path.join(application.folder, "node_modules/typescript/bin/tsc")
    for (const flags of [
      ["--module", "nodenext"],
      ["--module", "esnext", "--moduleResolution", "bundler"],
    ])
      await run(
        process.execPath,
        [tsc, "--noEmit", "--strict", "--skipLibCheck", "--types", "node", ...flags, file("consumer.mts")],
        { cwd: application.folder },
      )
  })

  it("start a regtest network with Lightning nodes by the plugin's command, and end it", async () => {
    const cli = path.join(application.folder, "node_modules", PLUGIN, ".medusa/server/src/cli.js")
    const command = [cli, "sandbox", "--port", "0", "--lightning-port", "0"]
    const child = spawn(process.execPath, command, { cwd: application.folder })
    let said = ""
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => {
        said += text.toString()
      })
    const valueOf = (name: string) => new RegExp(`${name}="?([^"\\s]+)`).exec(said)?.[1] ?? ""
    await vi.waitFor(() => expect(said).toContain("Stop it with Ctrl-C."), 60_000)
    const tip = await fetch(`${valueOf("BITCOIN_ESPLORA_URL")}/blocks/tip/height`)
    expect(Number(await tip.text())).toBeGreaterThan(432)
    const headers = { "grpc-metadata-macaroon": valueOf("LIGHTNING_CREDENTIAL") }
    const node = await fetch(`${valueOf("LIGHTNING_URL")}/v1/getinfo`, { headers })
    expect(node.status).toBe(200)
    expect(valueOf("BITCOIN_DESCRIPTOR")).toMatch(/^wpkh\(/)
    expect(said).not.toMatch(/warning/i)
    const second = await run(process.execPath, command, { cwd: application.folder }).catch((error: unknown) =>
      failureSchema.parse(error),
    )
    expect(second.stderr).toContain(
      "Another sandbox runs in .bitcoin-sandbox: stop it, or choose another folder with --data.",
    )
    child.kill("SIGTERM")
    expect(await once(child, "exit")).toEqual([0, null])
  })

  it("have READMEs whose TypeScript compiles in an application, and whose commands exist", async () => {
    const modules = path.join(application.folder, "node_modules")
    const readmes = await Promise.all(
      [PLUGIN, KIT, "medusa-payments"].map((name) => readFile(path.join(modules, name, "README.md"), "utf8")),
    )
    const snippets = readmes.flatMap((text) => [...text.matchAll(/^( *)```(tsx?)\n([^]*?)^ *```/gm)])
    expect(snippets.length).toBeGreaterThanOrEqual(9)
    const files = await Promise.all(
      snippets.map(async ([, , kind = "", code = ""], at) => {
        const file = path.join(application.folder, `snippet-${String(at)}.${kind}`)
        // A page's own order.
        const order = kind === "tsx" ? "declare const order: { id: string }\n" : ""
        await writeFile(file, `${order}${code}\nexport {}\n`)
        return file
      }),
    )
    const tsc = path.join(modules, "typescript/bin/tsc")
    const flags =
      "--noEmit --strict --skipLibCheck --jsx react-jsx --module esnext --moduleResolution bundler"
    const { stdout } = await run(
      process.execPath,
      [tsc, ...flags.split(" "), "--types", "node", "--target", "es2022", ...files],
      { cwd: application.folder },
    ).catch((error: unknown) => failureSchema.parse(error))
    expect(stdout).toBe("")
    const cli = path.join(modules, PLUGIN, ".medusa/server/src/cli.js")
    const usage = await run(process.execPath, [cli, "--help"])
    const named = readmes.join().matchAll(/npx medusa-payment-bitcoin (\w+)/g)
    for (const [command] of named) expect(usage.stdout).toContain(command)
  })
})
