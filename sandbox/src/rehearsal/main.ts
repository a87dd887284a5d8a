import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { z } from "zod"
import { progressOn } from "../launcher/progress.js"
import { repository } from "../launcher/repository.js"
import { Explained } from "../process/explain.js"
import { buildImage } from "./build-image.js"
import { copyContext } from "./context.js"
import { readDockerfile } from "./dockerfile.js"
import { flood, openAdmin, sell, until } from "./first-sale.js"
import { startOutside } from "./outside.js"
import { startShape } from "./shape.js"

/**
 * `npm run production:rehearse`: every line of the Dockerfiles in clean folders, then the containers of
 * docker-compose.yml as plain processes from what was built, and a sale through all of them. REHEARSE_NODE names the
 * folder of another Node to do it with; REHEARSE_KEEP=1 keeps the folders to look at.
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
  const outside = await progress.step("Starting database, queues, chain and mailbox", () =>
    startOutside(folder),
  )
  try {
    const shape = await progress.step("Preparing the database; two servers, a worker, the storefront", () =>
      startShape({ folder, backend, storefront, nodeFolder, outside }),
    )
    progress.note(shape.hasProxy ? "Through docker/Caddyfile." : "Without Caddy, which this machine has not.")
    try {
      await progress.step("Selling, and being paid", () => sell(shape, outside.bitcoin.url))
      await progress.step("A mail for it", () =>
        until("the order's mails", async () => {
          const response = await fetch(`${outside.mailbox.url}/api/messages`)
          return mails.parse(await response.json()).length >= 2
        }),
      )
      await progress.step("Staff in the admin", () => openAdmin(shape))
      await progress.step("Killing the worker, and being paid all the same", async () => {
        await shape.worker.stop("SIGKILL")
        await sell(shape, outside.bitcoin.url)
      })
      await progress.step("A flood from one address", () => flood(shape, 60))
    } finally {
      await shape.stop()
    }
  } finally {
    await outside.stop()
  }
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
