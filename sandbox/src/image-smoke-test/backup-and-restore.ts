import { execa } from "execa"
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../launcher/builds.js"
import { withClient } from "../postgres/connection.js"
import type { Progress } from "../process/progress.js"
import { linesOf, UserError } from "../process/user-error.js"
import type { Deployment } from "./deployment.js"
import type { Services } from "./services.js"
import { type Machine, runScript } from "./operator-scripts.js"
import { placeOrder, runOperatorCommands, sell } from "./sales.js"

/**
 * Backs up the running shop, sells more, deletes the pictures, restores the backup and opens the shop again: it has the
 * orders of the backup, not the later ones, and gives out no address twice.
 * @param redeploy starts the shop again
 */
export async function testBackupAndRestore(
  machine: Machine & { services: Services },
  deployment: Deployment,
  redeploy: () => Promise<Deployment>,
  progress: Progress,
): Promise<Deployment> {
  const { postgres, bitcoin } = machine.services
  const media = join(machine.folder, "files/media")
  const keptOrder = await sell(deployment, bitcoin.url)
  const saved = await readRecords(postgres.url)
  const backup = await progress.step("Backing up while the shop runs", () => backUp(machine, deployment))
  const lostOrders = [await sell(deployment, bitcoin.url), (await placeOrder(deployment)).id]
  const lost = await readRecords(postgres.url)
  await progress.step("Refusing half a backup while the shop stays open", async () => {
    await expectRefused(machine, deployment, backup)
    const left = await readRecords(postgres.url)
    if (left.rows !== lost.rows) throw new UserError("A refused backup changed the shop's orders.")
    await sell(deployment, bitcoin.url)
  })

  await progress.step("Losing the disk and restoring the backup", async () => {
    for (const name of readdirSync(media)) rmSync(join(media, name), { recursive: true })
    await runScript(machine, deployment, "restore.sh", backup, "yes\n")
  })
  const restored = await readRecords(postgres.url)
  if (restored.rows !== saved.rows)
    throw new UserError("The restored orders differ from those of the backup.")
  if (restored.nextIndex <= lost.nextIndex)
    throw new UserError("The restored shop could give out an address a second time.")

  const opened = await progress.step("Opening the restored shop", redeploy)
  try {
    await progress.step("Checking the restored orders, pictures and addresses", async () => {
      await expectStatus(200, `${opened.shop}/api/orders/${keptOrder}`)
      for (const id of lostOrders) await expectStatus(404, `${opened.shop}/api/orders/${id}`)
      const picture = readdirSync(media).find((name) => /\.(webp|png|jpe?g|svg)$/.test(name))
      await expectStatus(
        200,
        `${opened.shop}/static/${encodeURIComponent(picture ?? "no picture was restored")}`,
      )
      const { bitcoinAddress } = await placeOrder(opened)
      if (lost.rows.includes(bitcoinAddress))
        throw new UserError("The restored shop gave out an address a second time.")
      await sell(opened, bitcoin.url)
      await runOperatorCommands(opened)
    })
  } catch (error) {
    await opened.stop()
    throw error
  }
  return opened
}

async function expectStatus(expected: number, url: string): Promise<void> {
  const { status } = await fetch(url)
  if (status !== expected) throw new UserError(`The status of ${url} is ${status}, not ${expected}.`)
}

/** Runs docker/backup.sh while the shop runs. @returns the backup's folder and its key, which the shop's machine does not have */
async function backUp(machine: Machine, deployment: Deployment): Promise<[folder: string, key: string]> {
  const key = join(machine.folder, "shop-backup-key.txt")
  await execa("age-keygen", ["--output", key])
  const { stdout: recipient } = await execa("age-keygen", ["-y", key])
  await runScript(machine, deployment, "backup.sh", [], "", { BACKUP_RECIPIENT: recipient })
  const backups = join(machine.folder, "deploy/backups")
  const folder = join(backups, readdirSync(backups)[0] ?? "")
  for (const name of ["database.age", "files.tar.age"])
    if (!readFileSync(join(folder, name)).toString("latin1").startsWith("age-encryption.org/"))
      throw new UserError(`docker/backup.sh did not encrypt ${name}.`)
  await execa(join(repository, "docker/check-backups.sh"), [backups, key])
  return [folder, key]
}

/** The database's dump ends in its middle, though it decrypts: nothing of it may reach the shop. */
async function expectRefused(
  machine: Machine,
  deployment: Deployment,
  [backup, key]: [folder: string, key: string],
): Promise<void> {
  const half = `${backup}-half`
  cpSync(backup, half, { recursive: true })
  const { stdout: dump } = await execa(
    "age",
    ["--decrypt", "--identity", key, join(backup, "database.age")],
    {
      encoding: "buffer",
    },
  )
  const { stdout: recipient } = await execa("age-keygen", ["-y", key])
  await execa("age", ["--encrypt", "--recipient", recipient, "--output", join(half, "database.age")], {
    input: dump.subarray(0, dump.length / 2),
  })
  const refusal = await runScript(machine, deployment, "restore.sh", [half, key], "yes\n").catch(
    (error: unknown) => linesOf(error).join("\n"),
  )
  if (!refusal.includes("database and pictures are as they were"))
    throw new UserError(`docker/restore.sh did not refuse half a backup. ${refusal}`)
}

/** The database rows that a restore must bring back, as JSON, and the index of the wallet's next address. */
async function readRecords(url: string): Promise<{ rows: string; nextIndex: number }> {
  const list = (columns: string, table: string) =>
    `(select json_agg(t) from (select ${columns} from ${table} order by id) t)`
  const { rows } = await withClient(url, (client) =>
    client.query<{ rows: string; nextIndex: number }>(`select json_build_array(
      ${list("id, display_id, email, status", '"order"')},
      ${list("id, order_id, address, due_sats, received_sats, state", "bitcoin_invoice")},
      ${list("id, payment_id, amount", "capture")})::text as rows,
      (select next_index from bitcoin_wallet where retired_at is null) as "nextIndex"`),
  )
  const [read] = rows
  if (read === undefined || /\bnull\b/.test(read.rows.slice(0, 6)))
    throw new UserError("There are no orders to back up.")
  return read
}
