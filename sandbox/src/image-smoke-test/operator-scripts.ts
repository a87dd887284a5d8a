import { execa } from "execa"
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../launcher/builds.js"
import type { Binaries } from "../postgres/binaries.js"
import { pathBeside } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { UserError } from "../process/user-error.js"
import type { Deployment } from "./deployment.js"
import type { Services } from "./services.js"

export interface Machine {
  folder: string
  /** With pg_dump and the other client programs */
  binaries: Binaries
  services: { postgres: Pick<Services["postgres"], "url">; redis: Pick<Services["redis"], "url"> }
}

const COMPOSE_SERVICES = ["proxy", "storefront", "server-1", "server-2", "worker"]

/**
 * Runs an operator's script unchanged. docker-compose-stub.sh applies its commands to this machine's processes.
 * @returns what it printed
 * @throws UserError with its output when it fails
 */
export async function runScript(
  { folder, binaries, services }: Machine,
  { processes }: Pick<Deployment, "processes">,
  script: string,
  args: readonly string[],
  input: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const scripts = join(folder, "deploy/docker")
  cpSync(join(repository, "docker"), scripts, { recursive: true })
  const stubs = join(folder, "stubs")
  mkdirSync(stubs, { recursive: true })
  cpSync(pathBeside(import.meta.url, "docker-compose-stub.sh"), join(stubs, "docker"))
  chmodSync(join(stubs, "docker"), 0o755)
  const pids = COMPOSE_SERVICES.map((name) => {
    const running = processes().find((child) => child.name === name && !child.hasExited())
    return `${name} ${String(running?.pid ?? "")}\n`
  })
  writeFileSync(join(folder, "processes"), pids.join(""))
  const { port, password } = new URL(services.postgres.url)
  const inherited = inheritedEnvironment()
  const { exitCode, all } = await execa(join(scripts, script), args, {
    input,
    all: true,
    reject: false,
    extendEnv: false,
    env: {
      ...inherited,
      PATH: [stubs, join(binaries.native, "bin"), inherited.PATH ?? ""].join(":"),
      PGHOST: "127.0.0.1",
      PGPORT: port,
      PGPASSWORD: password,
      REDIS_URL: services.redis.url,
      FILES: join(folder, "files"),
      PROCESSES: join(folder, "processes"),
      ...settings,
    },
  })
  if (exitCode !== 0)
    throw new UserError(`docker/${script} ended with code ${String(exitCode)}`, all.trimEnd().split("\n"))
  return all
}

/** Runs docker/new-secrets.sh. @returns the new secrets that the processes read, by their files */
export async function makeNewSecrets(
  machine: Machine,
  deployment: Deployment,
): Promise<Record<string, string>> {
  await runScript(machine, deployment, "new-secrets.sh", ["sessions", "database"], "")
  const read = (name: string) => readFileSync(join(machine.folder, "deploy/secrets", name), "utf8").trim()
  const database = new URL(machine.services.postgres.url)
  database.password = read("postgres-password")
  return {
    "jwt-secret": read("jwt-secret"),
    "cookie-secret": read("cookie-secret"),
    "database-url": database.href,
  }
}
