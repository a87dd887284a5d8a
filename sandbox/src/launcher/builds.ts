import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { z } from "zod"
import { inheritedEnvironment } from "../process/environment.js"
import { hashOf } from "./content-hash.js"
import type { Progress } from "./progress.js"
import { npmCli } from "./npm-cli.js"
import { repository } from "./repository.js"
import { run } from "./run.js"

interface Build {
  label: string
  /** What it is made of */
  sources: readonly string[]
  /** Where it goes, and a file that must be there */
  output: string
  proof: string
  name: string
  script: () => string
  args: readonly string[]
  cwd: string
}

const CONTRACTS: Build = {
  label: "Building the contracts",
  sources: ["contracts", "tsconfig.base.json"],
  output: "contracts/dist",
  proof: "index.js",
  name: "tsc in contracts/",
  script: () => binOf("contracts", "typescript", "tsc"),
  args: ["-p", "tsconfig.json"],
  cwd: "contracts",
}

const BACKEND: Build = {
  label: "Building backend and admin (about a minute)",
  sources: ["contracts", "backend", "tsconfig.base.json", "package-lock.json"],
  output: "backend/.medusa/server",
  proof: "package.json",
  name: "medusa build",
  script: () => binOf("backend", "@medusajs/cli", "medusa"),
  args: ["build", "--no-lint"], // the linter has its place in npm test
  cwd: "backend",
}

const STOREFRONT: Build = {
  label: "Building the storefront",
  sources: ["contracts", "storefront", "tsconfig.base.json", "package-lock.json"],
  output: "storefront/dist",
  proof: "server/main.js",
  name: "npm run build in storefront/",
  script: npmCli,
  args: ["run", "build"],
  cwd: "storefront",
}

const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) })

/** The file behind a package's command, as seen from a workspace. */
export function binOf(workspace: string, name: string, bin: string): string {
  const file = createRequire(join(repository, workspace, "package.json")).resolve(`${name}/package.json`)
  const bins = manifest.parse(JSON.parse(readFileSync(file, "utf8"))).bin
  return join(dirname(file), typeof bins === "string" ? bins : (bins[bin] ?? bin))
}

const stampOf = (build: Build) => join(repository, build.output, ".built-from")

function isFresh(build: Build, hash: string): boolean {
  const stamp = stampOf(build)
  if (!existsSync(stamp) || !existsSync(join(repository, build.output, build.proof))) return false
  return readFileSync(stamp, "utf8") === hash
}

async function ensureBuilt(
  build: Build,
  env: NodeJS.ProcessEnv,
  logs: string,
  progress: Progress,
): Promise<void> {
  const hash = hashOf(repository, build.sources)
  if (isFresh(build, hash)) return
  await progress.step(build.label, async () => {
    await run({
      name: build.name,
      script: build.script(),
      args: build.args,
      cwd: join(repository, build.cwd),
      env,
      logFile: join(logs, `build-${build.cwd}.log`),
    })
  })
  writeFileSync(stampOf(build), hash)
}

export function ensureContracts(logs: string, progress: Progress): Promise<void> {
  return ensureBuilt(CONTRACTS, inheritedEnvironment(), logs, progress)
}

/** What is stale, after the contracts. @param backendEnv medusa build reads its whole configuration */
export async function ensureShopBuilt(
  backendEnv: NodeJS.ProcessEnv,
  logs: string,
  progress: Progress,
): Promise<void> {
  const storefrontEnv = { ...inheritedEnvironment(), NODE_ENV: "production" }
  await Promise.all([
    ensureBuilt(BACKEND, backendEnv, logs, progress),
    ensureBuilt(STOREFRONT, storefrontEnv, logs, progress),
  ])
}
