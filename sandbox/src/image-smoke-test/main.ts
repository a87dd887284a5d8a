import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { progressOn } from "../process/progress.js"
import { type Binaries, findSystemBinaries } from "../postgres/binaries.js"
import { UserError } from "../process/user-error.js"
import { requireRedis } from "../redis/start.js"
import { checkIsolation } from "./containers.js"
import { checkContents } from "./contents.js"
import { requireAge, testBackupAndRestore } from "./backup-and-restore.js"
import {
  choosePorts,
  deploy,
  type Deployment,
  requireCaddy,
  type Services,
  startServices,
} from "./deployment.js"
import { buildImage, findEngine, type Image, removeContainer } from "./images.js"
import {
  addStaff,
  checkRateLimit,
  expectMails,
  openAdmin,
  runJourneys,
  runOperatorCommands,
  sell,
} from "./sales.js"

/**
 * `npm run images:test`: builds both images from their Dockerfiles, runs the containers of docker-compose.yml, sells
 * through them, backs up and restores. Uses Docker, or buildah where there is no Docker. PostgreSQL, Redis and Caddy
 * run as processes of this machine. KEEP_SMOKE_TEST=1 keeps the folder with data and logs.
 */
const folder = mkdtempSync(join(tmpdir(), "shop-images-"))
chmodSync(folder, 0o755)
const logs = join(folder, "logs")
const progress = progressOn(process.stdout)

async function testImages(): Promise<void> {
  const engine = await findEngine()
  const binaries = findSystemBinaries()
  if (binaries === undefined)
    throw new UserError("Backups need a complete PostgreSQL on this machine: apt-get install postgresql")
  requireRedis("The test of the images")
  requireCaddy()
  requireAge()
  progress.note(`Images by ${engine}, PostgreSQL ${binaries.version}, data and logs in ${folder}`)

  const storefront = await buildImage(engine, "storefront", logs, progress)
  const backend = await buildImage(engine, "backend", logs, progress)
  try {
    await progress.step("Checking the contents and the isolation of the images", async () => {
      await checkContents([storefront, backend])
      for (const image of [storefront, backend]) await checkIsolation(image, join(logs, "isolation.log"))
    })
    await testDeployment(storefront, backend, binaries)
  } finally {
    await removeContainer(storefront)
    await removeContainer(backend)
  }
}

async function testDeployment(storefront: Image, backend: Image, binaries: Binaries): Promise<void> {
  const ports = await choosePorts()
  const services = await progress.step(
    "Starting PostgreSQL, Redis, the Bitcoin network, the card processor and the mailbox",
    () => startServices(folder, binaries, ports),
  )
  try {
    const start = () => deploy({ folder, storefront, backend, services, ports })
    let deployment = await progress.step("Preparing the database and starting the containers", start)
    try {
      await testSales(deployment, services)
      const machine = { folder, binaries, services }
      deployment = await testBackupAndRestore(machine, deployment, start, progress)
    } finally {
      await deployment.stop()
    }
  } finally {
    await services.stop()
  }
}

async function testSales(deployment: Deployment, services: Services): Promise<void> {
  const { url } = services.bitcoin
  await progress.step("Selling and getting paid", () => sell(deployment, url))
  await progress.step("Waiting for the order's mails", () => expectMails(services))
  await progress.step("Signing in to the admin, and adding a member of staff", async () => {
    await openAdmin(deployment)
    await openAdmin(deployment, await addStaff(deployment))
  })
  await progress.step("Running the operator's commands", () => runOperatorCommands(deployment))
  await progress.step("Running the buying journeys in a browser", () =>
    runJourneys(deployment, services, logs),
  )
  await progress.step("Killing the worker, and still getting paid", async () => {
    await deployment.worker.kill()
    await sell(deployment, url)
  })
  await progress.step("Checking the rate limit across both servers", () => checkRateLimit(deployment, 60))
}

try {
  await testImages()
  progress.note("The images work.")
} catch (error) {
  const lines = error instanceof UserError ? [error.message, ...error.detail] : [String(error)]
  progress.note(lines.join("\n    "))
  process.exitCode = 1
} finally {
  progress.end()
  if (process.env.KEEP_SMOKE_TEST === undefined) rmSync(folder, { recursive: true, force: true })
}
