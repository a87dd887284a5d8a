import { readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import path from "node:path"
import ts from "typescript"
import { expect, it } from "vitest"
import { z } from "zod"

const root = path.join(import.meta.dirname, "..")
const at = (...names: string[]) => path.join(root, ...names)

/** What a first start compiles and runs: a workspace, and the configuration that names its files. */
const COMPILED = [
  ["contracts", "tsconfig.build.json"],
  ["packages/medusa-payments", "tsconfig.build.json"],
  ["packages/medusa-payment-bitcoin-storefront", "tsconfig.build.json"],
  ["backend/src/modules/bitcoin-payment", "tsconfig.build.json"],
  ["backend", "tsconfig.json"],
  ["storefront", "tsconfig.json"],
  ["sandbox", "tsconfig.json"],
] as const

const names = z.record(z.string(), z.string()).default({})
const manifestSchema = z.object({
  name: z.string(),
  dependencies: names,
  devDependencies: names,
  peerDependencies: names,
})

function filesOf(workspace: string, config: string): string[] {
  const settings: unknown = ts.readConfigFile(at(workspace, config), (file) =>
    readFileSync(file, "utf8"),
  ).config
  const { fileNames } = ts.parseJsonConfigFileContent(settings, ts.sys, at(workspace), undefined, config)
  // Vite bundles what the pages import, and tsx runs what a command imports.
  const isCompiledWhole = workspace !== "storefront" && workspace !== "sandbox"
  return fileNames.filter((file) => isCompiledWhole || !/\.(spec|config)\.|\/testing\//.test(file))
}

/** `@scope/name` or `name` of what a file imports from a package. */
function packagesIn(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"))
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => /^[@a-z]/.test(name) && !name.startsWith("@brand/"))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"))
    .filter((name) => !name.includes(":") && !builtinModules.includes(name))
}

it.each(COMPILED)("%s declares every package that a first start compiles it with", (workspace, config) => {
  const read: unknown = JSON.parse(readFileSync(at(workspace, "package.json"), "utf8"))
  const { name, ...lists } = manifestSchema.parse(read)
  const declared = new Set([name, ...Object.values(lists).flatMap((list) => Object.keys(list))])
  const files = filesOf(workspace, config)
  expect(files.length).toBeGreaterThan(5)
  const missing = files.flatMap((file) =>
    packagesIn(file)
      .filter((imported) => !declared.has(imported) && !declared.has(`@types/${imported}`))
      .map((imported) => `${path.relative(root, file)}: ${imported}`),
  )
  expect(missing).toEqual([])
})
