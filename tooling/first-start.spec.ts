import { existsSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import path from "node:path"
import ts from "typescript"
import { expect, it } from "vitest"
import { z } from "zod"

const root = path.join(import.meta.dirname, "..")
const at = (...names: string[]) => path.join(root, ...names)

/** The workspaces that a first start installs, as its script lists them. */
const [, listed = ""] =
  /const RUNTIME = \[([^\]]+)\]/.exec(readFileSync(at("sandbox/bin/start.mjs"), "utf8")) ?? []
const INSTALLED = [...listed.matchAll(/"([^"]+)"/g)].map(([, workspace = ""]) => workspace)

const names = z.record(z.string(), z.string()).default({})
const manifestSchema = z.object({
  name: z.string(),
  dependencies: names,
  devDependencies: names,
  peerDependencies: names,
})

/** What is compiled and run of it. */
function filesOf(workspace: string): string[] {
  const config = existsSync(at(workspace, "tsconfig.build.json")) ? "tsconfig.build.json" : "tsconfig.json"
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

it("a first start installs the backend, and what it needs", () => {
  expect(INSTALLED).toContain("backend")
  expect(INSTALLED.length).toBeGreaterThan(5)
})

it.each(INSTALLED)("%s declares every package that a first start compiles it with", (workspace) => {
  const read: unknown = JSON.parse(readFileSync(at(workspace, "package.json"), "utf8"))
  const { name, ...lists } = manifestSchema.parse(read)
  const declared = new Set([name, ...Object.values(lists).flatMap((list) => Object.keys(list))])
  const files = filesOf(workspace)
  expect(files.length).toBeGreaterThan(5)
  const missing = files.flatMap((file) =>
    packagesIn(file)
      .filter((imported) => !declared.has(imported) && !declared.has(`@types/${imported}`))
      .map((imported) => `${path.relative(root, file)}: ${imported}`),
  )
  expect(missing).toEqual([])
})
