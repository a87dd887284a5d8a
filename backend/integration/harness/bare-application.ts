import { execFile } from "node:child_process"
import { appendFile, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import { packPublished, type Packed } from "../../../tooling/pack"
import { BACKEND_DIR } from "./settings"

const run = promisify(execFile)
const REPOSITORY = path.join(BACKEND_DIR, "..")
/** Ignored by git. */
const DATA = path.join(REPOSITORY, ".data")
/** As a developer of today has it. */
const PNPM = ["npx", "--yes", "pnpm@12.21.0"]

/** The plugin's example in its folder, with the plugins as npm packs them. */
export interface BareApplication {
  readonly folder: string
  /** The packages, as they would be published. */
  readonly packages: readonly Packed[]
  /** Takes the plugins and the provider out of the configuration. */
  removePlugin(): Promise<void>
  remove(): Promise<void>
}

/**
 * Medusa itself and other packages come from this repository's installation instead of a registry, by a link for each;
 * the plugins come from their own packages alone. Two at once need two names. With MEDUSA_VERSION (`plugin:matrix`), or by pnpm, all of
 * it is installed from the registry.
 */
export async function makeBareApplication(
  name = "bare-application",
  installer: "links" | "pnpm" = "links",
): Promise<BareApplication> {
  const ownFolder = path.join(DATA, name)
  const packages = await packPublished(ownFolder)
  const folder = path.join(ownFolder, "store")
  await cp(path.join(BACKEND_DIR, "src/modules/bitcoin-payment/examples/store"), folder, { recursive: true })
  const modules = path.join(folder, "node_modules")
  const names = packages.map(({ name }) => name)
  const version = process.env["MEDUSA_VERSION"]
  if (installer === "pnpm") {
    await useTarballs(folder, packages, (_, range) => range)
    // Also where one of them needs another.
    const overrides = packages.map(({ name, tarball }) => `  ${name}: file:${tarball}\n`)
    await appendFile(path.join(folder, "pnpm-workspace.yaml"), `overrides:\n${overrides.join("")}`)
    await pnpm(folder, "install", "--no-frozen-lockfile", "--reporter=append-only")
  } else if (version === undefined) {
    await linkPackages(modules, names)
    for (const { name, tarball } of packages) {
      await mkdir(path.join(modules, name))
      await run("tar", ["-xzf", tarball, "-C", path.join(modules, name), "--strip", "1"])
    }
  } else await install(folder, packages, version)
  return {
    folder,
    packages,
    removePlugin: async () => {
      const config = path.join(folder, "medusa-config.ts")
      const text = await readFile(config, "utf8")
      await writeFile(
        config,
        text.replace(/ {2}plugins: \[[^]*\n {2}\],\n|^import .*medusa-payment-bitcoin.*\n/gm, ""),
      )
      for (const name of names) await rm(path.join(modules, name), { recursive: true, force: true })
    },
    remove: () => rm(ownFolder, { recursive: true, force: true }),
  }
}

const manifestSchema = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

/** The example's own dependencies with another version of Medusa. */
async function install(folder: string, packages: readonly Packed[], version: string): Promise<void> {
  const { stdout } = await run("npm", ["view", `@medusajs/dashboard@${version}`, "dependencies.@medusajs/ui"])
  await useTarballs(folder, packages, (name, range) => {
    if (name === "@medusajs/ui") return stdout.trim()
    return name.startsWith("@medusajs/") ? version : range
  })
  // Whether a version outside of the peers' range works is the question.
  await run("npm", ["install", "--force", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder })
}

/** Runs a command of pnpm. @returns its output. @throws with it */
export async function pnpm(folder: string, ...args: string[]): Promise<string> {
  const [program = "", ...words] = [...PNPM, ...args]
  // Medusa's own dependencies make it write much.
  const { stdout } = await run(program, words, { cwd: folder, maxBuffer: 50_000_000 })
  return stdout
}

/** Names the packed packages, which no registry has, in the application's manifest. */
async function useTarballs(
  folder: string,
  packages: readonly Packed[],
  versionOf: (name: string, range: string) => string,
): Promise<void> {
  const file = path.join(folder, "package.json")
  const manifest = manifestSchema.parse(JSON.parse(await readFile(file, "utf8")))
  const tarballOf = new Map(packages.map(({ name, tarball }) => [name, `file:${tarball}`]))
  const changed = (dependencies: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [
        name,
        tarballOf.get(name) ?? versionOf(name, range),
      ]),
    )
  const { dependencies, devDependencies, ...rest } = manifest
  await writeFile(
    file,
    JSON.stringify({
      ...rest,
      dependencies: changed(dependencies),
      devDependencies: changed(devDependencies),
    }),
  )
}

async function linkPackages(modules: string, others: readonly string[]): Promise<void> {
  await mkdir(modules)
  const all = path.join(REPOSITORY, "node_modules")
  for (const name of await readdir(all))
    if (!others.includes(name) && !name.startsWith("."))
      await symlink(path.join(all, name), path.join(modules, name))
}
