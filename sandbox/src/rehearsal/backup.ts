import { spawn } from "node:child_process"
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { repository } from "../launcher/repository.js"
import type { Binaries } from "../postgres/binaries.js"
import { inheritedEnvironment } from "../process/environment.js"
import { Explained } from "../process/explain.js"
import type { startOutside } from "./outside.js"
import type { Shape } from "./shape.js"

export interface Machine {
  folder: string
  /** With pg_dump and its like, of the version of the database */
  postgres: Binaries
  outside: Awaited<ReturnType<typeof startOutside>>
}

/** docker/backup.sh, word for word, while the shop runs. @returns the backup's folder */
export async function backUp(machine: Machine, shape: Shape): Promise<string> {
  await runScript(machine, shape, "backup.sh", [], "")
  const backups = join(machine.folder, "deploy/backups")
  const [newest] = readdirSync(backups)
  if (newest === undefined) throw new Explained("docker/backup.sh made no backup.")
  return join(backups, newest)
}

/** docker/restore.sh, word for word, with the pictures gone; it stops the shop. */
export async function restore(machine: Machine, shape: Shape, backup: string): Promise<void> {
  const media = join(machine.folder, "files/media")
  for (const name of readdirSync(media)) rmSync(join(media, name), { recursive: true })
  await runScript(machine, shape, "restore.sh", [backup], "yes\n")
}

async function runScript(
  { folder, postgres, outside }: Machine,
  shape: Shape,
  script: string,
  words: readonly string[],
  typed: string,
): Promise<void> {
  const deploy = join(folder, "deploy/docker")
  cpSync(join(repository, "docker"), deploy, { recursive: true })
  const stands = join(folder, "stand-ins")
  mkdirSync(stands, { recursive: true })
  cpSync(new URL("docker-stand-in.sh", import.meta.url), join(stands, "docker"))
  chmodSync(join(stands, "docker"), 0o755)
  const processes = join(folder, "processes")
  writeFileSync(processes, processesOf(shape))
  const { port, password } = new URL(outside.postgres.url)
  const inherited = inheritedEnvironment()
  const child = spawn(join(deploy, script), [...words], {
    env: {
      ...inherited,
      PATH: [stands, join(postgres.native, "bin"), inherited.PATH ?? ""].join(":"),
      PGHOST: "127.0.0.1",
      PGPORT: port,
      PGPASSWORD: password,
      REDIS_URL: outside.redis.url,
      FILES: join(folder, "files"),
      PROCESSES: processes,
    },
    stdio: ["pipe", "pipe", "pipe"],
  })
  child.stdin.end(typed)
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  const code = await ended
  if (code !== 0) {
    const detail = `${said}${complained}`.trimEnd().split("\n")
    throw new Explained(`docker/${script} ended with ${String(code)}`, detail)
  }
}

const SERVICES = ["proxy", "storefront", "server-1", "server-2", "worker"]

/** "server-1 4711": a line for each; no number for what does not run, which `docker compose stop` passes over. */
function processesOf({ parts }: Shape): string {
  const pid = (name: string) => parts.find((part) => part.name === name && !part.hasEnded())?.pid
  return SERVICES.map((name) => `${name} ${String(pid(name) ?? "")}\n`).join("")
}
