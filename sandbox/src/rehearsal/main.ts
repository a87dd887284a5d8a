import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { z } from "zod"
import { progressOn } from "../launcher/progress.js"
import { repository } from "../launcher/repository.js"
import { findSystemBinaries } from "../postgres/system-binaries.js"
import { Explained } from "../process/explain.js"
import { browse } from "./browser.js"
import { buildImage } from "./build-image.js"
import { copyContext } from "./context.js"
import { readDockerfile } from "./dockerfile.js"
import { addStaff, askHowItIs, flood, openAdmin, sell, until } from "./first-sale.js"
import { loseAndRestore } from "./lose-and-restore.js"
import { startOutside } from "./outside.js"
import { choosePorts, type Shape, startShape } from "./shape.js"

/**
 * `npm run production:rehearse`: every line of the Dockerfiles in clean folders, then the containers of
 * docker-compose.yml as plain processes from what was built; sales through all of them, by a browser too; a backup, and
 * the shop opened on it. REHEARSE_NODE names the folder of another Node to do it with; REHEARSE_KEEP=1 keeps the folders
 * to look at.
 */
const nodeFolder = process.env.REHEARSE_NODE ?? dirname(process.execPath)
const folder = mkdtempSync(join(tmpdir(), "shop-rehearsal-"))
chmodSync(folder, 0o755)
const context = join(folder, "context")
const progress = progressOn(process.stdout)
const megabytes = (place: string) =>
  Number(execFileSync("du", ["-sm", place], { encoding: "utf8" }).split("\t")[0])
const mails = z.array(z.object({ subject: z.string() }))

async function image(name: string) {
  const stages = readDockerfile(readFileSync(join(repository, `docker/${name}.Dockerfile`), "utf8"))
  const place = {
    folder: join(folder, name),
    context,
    nodeFolder,
    logFile: join(folder, "logs", `build-${name}.log`),
  }
  const built = await progress.step(`Building the image of the ${name}`, () => buildImage(stages, place))
  progress.note(`${name}: ${megabytes(built.root)} MB without Node and Debian`)
  return built
}

async function rehearse(): Promise<void> {
  const version = execFileSync(join(nodeFolder, "node"), ["--version"], { encoding: "utf8" }).trim()
  progress.note(`Node ${version} in ${folder}`)
  copyContext(context)
  const backend = await image("backend")
  const storefront = await image("storefront")
  const postgres = findSystemBinaries()
  const outside = await progress.step("Starting database, queues, chain and mailbox", () =>
    startOutside(folder, postgres),
  )
  if (postgres !== undefined) progress.note(`PostgreSQL ${postgres.version} of this machine.`)
  try {
    const ports = await choosePorts()
    const open = () => startShape({ folder, backend, storefront, nodeFolder, outside, ports })
    let shape = await progress.step("Preparing the database; two servers, a worker, the storefront", open)
    progress.note(shape.hasProxy ? "Through docker/Caddyfile." : "Without Caddy, which this machine has not.")
    try {
      await trade(shape, outside)
      if (postgres === undefined)
        progress.note("Without backups: they need a whole PostgreSQL here (apt-get install postgresql).")
      else shape = await loseAndRestore({ folder, postgres, outside }, shape, open, progress)
    } finally {
      await shape.stop()
    }
  } finally {
    await outside.stop()
  }
}

type Outside = Awaited<ReturnType<typeof startOutside>>

async function trade(shape: Shape, outside: Outside): Promise<void> {
  await progress.step("Selling, and being paid", () => sell(shape, outside.bitcoin.url))
  await progress.step("A mail for it", () =>
    until("the order's mails", async () => {
      const response = await fetch(`${outside.mailbox.url}/api/messages`)
      return mails.parse(await response.json()).length >= 2
    }),
  )
  await progress.step("Staff in the admin, and another one whom the operator made", async () => {
    await openAdmin(shape)
    await openAdmin(shape, await addStaff(shape))
  })
  await progress.step("The operator's commands", () => askHowItIs(shape))
  await progress.step("The journeys of a browser", () =>
    browse(shape, outside, join(folder, "logs/journeys.log")),
  )
  await progress.step("Killing the worker, and being paid all the same", async () => {
    await shape.worker.stop("SIGKILL")
    await sell(shape, outside.bitcoin.url)
  })
  await progress.step("A flood from one address", () => flood(shape, 60))
}

try {
  await rehearse()
  progress.note("The images' steps work, and what they make sells.")
} catch (error) {
  const lines = error instanceof Explained ? [error.message, ...error.detail] : [String(error)]
  progress.note(lines.join("\n    "))
  process.exitCode = 1
} finally {
  progress.end()
  if (process.env.REHEARSE_KEEP === undefined) rmSync(folder, { recursive: true, force: true })
}
