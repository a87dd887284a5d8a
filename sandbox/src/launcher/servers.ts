import { join } from "node:path"
import { type Child, startChild } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { binOf } from "./builds.js"
import { npmCli } from "./npm-cli.js"
import { repository } from "./repository.js"
import { storefrontEnvironment } from "./server-environments.js"
import type { Settings } from "./settings.js"

export type Mode = "built" | "dev"

/** Where medusa's commands run: the build has a folder of its own. */
export const backendFolder = (mode: Mode) =>
  join(repository, mode === "built" ? "backend/.medusa/server" : "backend")

interface BackendSpec {
  name: string
  port: number
  env: NodeJS.ProcessEnv
  logFile: string
}

export function startBackend({ name, port, env, logFile }: BackendSpec, mode: Mode): Child {
  return startChild({
    name,
    script: binOf("backend", "@medusajs/cli", "medusa"),
    args: [
      ...(mode === "built" ? ["start"] : ["develop", "--no-lint"]),
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
    ],
    cwd: backendFolder(mode),
    env,
    logFile,
  })
}

export function startStorefront(settings: Settings, mode: Mode, logs: string): Child {
  const logFile = join(logs, "storefront.log")
  const name = "the storefront"
  if (mode === "built") {
    return startChild({
      name,
      script: join(repository, "storefront/dist/server/main.js"),
      cwd: join(repository, "storefront"),
      env: storefrontEnvironment(settings, "production"),
      logFile,
    })
  }
  return startChild({
    name,
    script: npmCli(),
    args: ["run", "dev", "--workspace=@shop/storefront"],
    cwd: repository,
    env: storefrontEnvironment(settings, "development"),
    logFile,
  })
}

/** Rebuilds the contracts as they are edited. */
export function watchContracts(logs: string): Child {
  return startChild({
    name: "watching the contracts",
    script: binOf("contracts", "typescript", "tsc"),
    args: ["-p", "tsconfig.json", "--watch", "--preserveWatchOutput"],
    cwd: join(repository, "contracts"),
    env: inheritedEnvironment(),
    logFile: join(logs, "contracts.log"),
  })
}
