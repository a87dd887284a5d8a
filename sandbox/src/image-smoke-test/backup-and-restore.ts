import { execa } from "execa"
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import pg from "pg"
import { z } from "zod"
import { repository } from "../launcher/builds.js"
import type { Progress } from "../process/progress.js"
import type { Binaries } from "../postgres/binaries.js"
import { pathBeside } from "../process/child.js"
import { findProgram, inheritedEnvironment } from "../process/environment.js"
import { UserError } from "../process/user-error.js"
import type { Deployment, Services } from "./deployment.js"
import { expectOrder, placeOrder, runOperatorCommands, sell } from "./sales.js"

interface Machine {
  folder: string
  /** With pg_dump and the other client programs */
  binaries: Binaries
  services: Services
}

/**
 * Backs up the running shop, sells more, restores the backup and opens the shop again: it has the orders of the backup,
 * not the later ones, and gives out no address twice.
 * @param redeploy starts the shop again
 */
export async function testBackupAndRestore(
  machine: Machine,
  deployment: Deployment,
  redeploy: () => Promise<Deployment>,
  progress: Progress,
): Promise<Deployment> {
  const { postgres, bitcoin } = machine.services
  const keptOrder = await sell(deployment, bitcoin.url)
  const backedUp = await readRecords(postgres.url)
  const backup = await progress.step("Backing up while the shop runs", () => backUp(machine, deployment))
  const lostOrders = [await sell(deployment, bitcoin.url), (await placeOrder(deployment)).id]
  const lost = await readRecords(postgres.url)

  await progress.step("Losing the disk and restoring the backup", () => restore(machine, deployment, backup))
  compareRecords(backedUp, lost, await readRecords(postgres.url))

  const restored = await progress.step("Opening the restored shop", redeploy)
  try {
    await progress.step("Checking the restored orders, pictures and addresses", async () => {
      await expectOrder(restored, keptOrder, 200)
      for (const id of lostOrders) await expectOrder(restored, id, 404)
      await expectPictures(machine, restored)
      const { bitcoinAddress } = await placeOrder(restored)
      if (lost.invoices.some(({ address }) => address === bitcoinAddress))
        throw new UserError("The restored shop gave out an address a second time.")
      await sell(restored, bitcoin.url)
      await runOperatorCommands(restored)
    })
  } catch (error) {
    await restored.stop()
    throw error
  }
  return restored
}

interface Backup {
  folder: string
  /** The file with the key, which the shop's machine does not have. */
  key: string
}

/** @throws UserError on a machine without `age`, which encrypts the backups */
export function requireAge(): string {
  const program = findProgram("age-keygen")
  if (program === undefined) throw new UserError("The test of the images needs age: apt-get install age")
  return program
}

/** Runs docker/backup.sh while the shop runs. */
async function backUp(machine: Machine, deployment: Deployment): Promise<Backup> {
  const key = join(machine.folder, "shop-backup-key.txt")
  await execa(requireAge(), ["--output", key])
  const { stdout: recipient } = await execa(requireAge(), ["-y", key])
  await runScript(machine, deployment, "backup.sh", [], "", { BACKUP_RECIPIENT: recipient })
  const backups = join(machine.folder, "deploy/backups")
  const [newest] = readdirSync(backups)
  if (newest === undefined) throw new UserError("docker/backup.sh made no backup.")
  const folder = join(backups, newest)
  for (const name of readdirSync(folder))
    if (!readFileSync(join(folder, name)).toString("latin1").startsWith("age-encryption.org/"))
      throw new UserError(`docker/backup.sh did not encrypt ${name}.`)
  return { folder, key }
}

/** Deletes the pictures and runs docker/restore.sh, which stops the shop. */
async function restore(machine: Machine, deployment: Deployment, { folder, key }: Backup): Promise<void> {
  const media = join(machine.folder, "files/media")
  for (const name of readdirSync(media)) rmSync(join(media, name), { recursive: true })
  await runScript(machine, deployment, "restore.sh", [folder, key], "yes\n")
}

const COMPOSE_SERVICES = ["proxy", "storefront", "server-1", "server-2", "worker"]

/** Runs the operator's script unchanged. docker-compose-stub.sh applies its commands to this machine's processes. */
async function runScript(
  { folder, binaries, services }: Machine,
  { processes }: Deployment,
  script: string,
  args: readonly string[],
  input: string,
  settings: Record<string, string> = {},
): Promise<void> {
  const scripts = join(folder, "deploy/docker")
  cpSync(join(repository, "docker"), scripts, { recursive: true })
  const stubs = join(folder, "stubs")
  mkdirSync(stubs, { recursive: true })
  cpSync(pathBeside(import.meta.url, "docker-compose-stub.sh"), join(stubs, "docker"))
  chmodSync(join(stubs, "docker"), 0o755)
  const pids = COMPOSE_SERVICES.map((name) => {
    const pid = processes.find((child) => child.name === name && !child.hasExited())?.pid
    return `${name} ${String(pid ?? "")}\n`
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
}

const recordsSchema = z.object({
  orders: z.array(z.unknown()).min(1),
  invoices: z.array(z.object({ address: z.string() })).min(1),
  captures: z.array(z.unknown()).min(1),
  nextIndex: z.number(),
})
type Records = z.infer<typeof recordsSchema>

/** The database rows that a restore must bring back. */
async function readRecords(url: string): Promise<Records> {
  const list = (columns: string, table: string) =>
    `(select json_agg(t) from (select ${columns} from ${table} order by id) t)`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select
      ${list("id, display_id, email, status", '"order"')} as orders,
      ${list("id, order_id, address, due_sats, received_sats, state", "bitcoin_invoice")} as invoices,
      ${list("id, payment_id, amount", "capture")} as captures,
      (select next_index from bitcoin_wallet where retired_at is null) as "nextIndex"`)
    return recordsSchema.parse(rows[0])
  } finally {
    await client.end()
  }
}

function compareRecords(backedUp: Records, lost: Records, restored: Records): void {
  for (const table of ["orders", "invoices", "captures"] as const)
    if (!isDeepStrictEqual(restored[table], backedUp[table]))
      throw new UserError(`The restored ${table} differ from those of the backup.`)
  if (restored.nextIndex <= lost.nextIndex)
    throw new UserError("The restored shop could give out an address a second time.")
}

async function expectPictures({ folder }: Machine, { shop }: Deployment): Promise<void> {
  const names = readdirSync(join(folder, "files/media"))
  const picture = names.find((name) => /\.(webp|png|jpe?g|svg)$/.test(name))
  if (picture === undefined) throw new UserError("No picture was restored.")
  const response = await fetch(`${shop}/static/${encodeURIComponent(picture)}`)
  if (!response.ok) throw new UserError(`The status of the picture ${picture} is ${response.status}.`)
}
