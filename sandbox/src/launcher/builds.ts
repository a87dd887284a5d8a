import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join, relative } from "node:path"
import { z } from "zod"
import { pathBeside, runToEnd, startNode } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { UserError } from "../process/user-error.js"
import type { Progress } from "../process/progress.js"

/** The root of this repository. */
export const repository = pathBeside(import.meta.url, "../../..").replace(/[/\\]$/, "")

/** Logs of builds without a shop. They stay, because the error of a failed build names them. */
export const BUILD_FOLDER = join(repository, "node_modules/.cache/builds")

interface Build {
  label: string
  sources: readonly string[]
  output: string
  /** A file in `output` that must exist */
  entry: string
  name: string
  script: () => string
  args: readonly string[]
  cwd: string
  /** Whether the output of an earlier build is deleted first: Medusa loads every file that it finds. */
  isEmptied?: boolean
  /** Whether the output contains the chosen brand */
  hasBrand?: boolean
}

/** The packages that the backend imports as built, each after those that it imports. */
export const LIBRARIES: readonly Build[] = [
  {
    label: "Building the contracts",
    sources: ["contracts", "tsconfig.base.json"],
    output: "contracts/dist",
    entry: "index.js",
    name: "tsc in contracts/",
    script: () => binOf("contracts", "typescript", "tsc"),
    args: ["-p", "tsconfig.build.json"],
    cwd: "contracts",
  },
  {
    label: "Building what payment methods share",
    sources: ["packages/medusa-payments"],
    output: "packages/medusa-payments/.medusa/server",
    entry: "src/modules/outbox/index.js",
    name: "tsc in medusa-payments/",
    script: () => binOf("backend", "typescript", "tsc"),
    args: ["-p", "tsconfig.build.json"],
    cwd: "packages/medusa-payments",
    isEmptied: true,
  },
  {
    label: "Building Bitcoin payments",
    sources: ["packages/medusa-payments", "backend/src/modules/bitcoin-payment"],
    output: "backend/src/modules/bitcoin-payment/.medusa/server",
    entry: "src/modules/bitcoin-payment/index.js",
    name: "tsc in bitcoin-payment/",
    script: () => binOf("backend", "typescript", "tsc"),
    args: ["-p", "tsconfig.build.json"],
    cwd: "backend/src/modules/bitcoin-payment",
    isEmptied: true,
  },
]

/** Bundled apart from the rest of the plugin: servers read it when they start, and browsers. */
const PAYMENTS_ADMIN: Build = {
  label: "Building admin and element of Bitcoin payments",
  sources: [
    "packages/medusa-payment-bitcoin-storefront",
    "backend/src/modules/bitcoin-payment/build-browser.mjs",
    "backend/src/modules/bitcoin-payment/src/admin",
    "backend/src/modules/bitcoin-payment/package.json",
  ],
  output: "backend/src/modules/bitcoin-payment/.medusa/server/src/admin",
  entry: "index.mjs",
  name: "build-browser.mjs in bitcoin-payment/",
  script: () => join(repository, "backend/src/modules/bitcoin-payment/build-browser.mjs"),
  args: [],
  cwd: "backend/src/modules/bitcoin-payment",
}

const BACKEND: Build = {
  label: "Building backend and admin (about a minute)",
  sources: ["contracts", "packages", "backend", "tsconfig.base.json", "package-lock.json"],
  output: "backend/.medusa/server",
  entry: "package.json",
  name: "medusa build",
  script: () => binOf("backend", "@medusajs/cli", "medusa"),
  args: ["build", "--no-lint"],
  cwd: "backend",
}

const STOREFRONT: Build = {
  label: "Building the storefront",
  sources: [
    "brands",
    "contracts",
    "packages/medusa-payment-bitcoin-storefront",
    "storefront",
    "tsconfig.base.json",
    "package-lock.json",
  ],
  output: "storefront/dist",
  entry: "server/main.js",
  name: "npm run build in storefront/",
  script: npmCli,
  args: ["run", "build"],
  cwd: "storefront",
  hasBrand: true,
}

const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) })

/** The script of a package's command, resolved from a workspace. */
export function binOf(workspace: string, name: string, bin: string): string {
  const file = createRequire(join(repository, workspace, "package.json")).resolve(`${name}/package.json`)
  const bins = manifest.parse(JSON.parse(readFileSync(file, "utf8"))).bin
  return join(dirname(file), typeof bins === "string" ? bins : (bins[bin] ?? bin))
}

/** npm's script: the npm that started us, or the one next to this Node. */
export function npmCli(): string {
  const nodeFolder = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(nodeFolder, "../lib/node_modules/npm/bin/npm-cli.js"),
    join(nodeFolder, "node_modules/npm/bin/npm-cli.js"),
  ]
  const found = candidates.find((file) => file !== undefined && /\.c?js$/.test(file) && existsSync(file))
  if (found === undefined)
    throw new UserError("There is no npm next to this Node. Start the shop with `npm start`.")
  return found
}

async function ensureBuilt(
  build: Build,
  env: NodeJS.ProcessEnv,
  logs: string,
  progress: Progress,
): Promise<void> {
  const brand = build.hasBrand && env.BRAND ? ` ${env.BRAND}` : ""
  const hash = `${hashOf(repository, build.sources)}${brand}`
  const output = join(repository, build.output)
  const stamp = join(output, ".built-from")
  const isFresh =
    existsSync(stamp) && existsSync(join(output, build.entry)) && readFileSync(stamp, "utf8") === hash
  if (isFresh) return
  if (build.isEmptied) rmSync(output, { recursive: true, force: true })
  await progress.step(build.label, () =>
    runToEnd(
      startNode({
        name: build.name,
        script: build.script(),
        args: build.args,
        cwd: join(repository, build.cwd),
        env,
        logFile: join(logs, `build-${basename(build.cwd)}.log`),
      }),
    ),
  )
  writeFileSync(stamp, hash)
}

/** Builds the libraries where their sources changed. */
export async function ensureLibrariesBuilt(logs: string, progress: Progress): Promise<void> {
  const ensure = (library: Build) => ensureBuilt(library, inheritedEnvironment(), logs, progress)
  for (const library of LIBRARIES) await ensure(library)
  await ensure(PAYMENTS_ADMIN)
}

/** Builds backend and storefront where their sources changed. @param backendEnv `medusa build` reads the configuration */
export async function ensureShopBuilt(
  backendEnv: NodeJS.ProcessEnv,
  logs: string,
  progress: Progress,
): Promise<void> {
  const storefrontEnv = { ...inheritedEnvironment(), NODE_ENV: "production", BRAND: backendEnv.BRAND }
  await Promise.all([
    ensureBuilt(BACKEND, backendEnv, logs, progress),
    ensureBuilt(STOREFRONT, storefrontEnv, logs, progress),
  ])
}

/** Whether everything has been built at least once. */
export function hasBuilds(): boolean {
  return [...LIBRARIES, PAYMENTS_ADMIN, BACKEND, STOREFRONT].every(({ output, entry }) =>
    existsSync(join(repository, output, entry)),
  )
}

const GENERATED = new Set(["node_modules", "dist", ".medusa", "coverage", "test-results"])
const IRRELEVANT = /(\.spec\.tsx?|\.log|\.tsbuildinfo|\.md)$/

/** A hash of names and contents of these files and folders, without tests and generated files. */
export function hashOf(base: string, paths: readonly string[]): string {
  const hash = createHash("sha256")
  for (const file of paths.flatMap((path) => filesUnder(join(base, path))).sort()) {
    hash
      .update(`${relative(base, file)}\0`)
      .update(readFileSync(file))
      .update("\0")
  }
  return hash.digest("hex")
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !GENERATED.has(name) && !IRRELEVANT.test(name))
    .flatMap((entry) => {
      const child = join(path, entry.name)
      return entry.isDirectory() ? filesUnder(child) : entry.isFile() ? [child] : []
    })
}
