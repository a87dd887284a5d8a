import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureLibrariesBuilt } from "../launcher/builds.js"
import { type Binaries, findSystemBinaries } from "../postgres/binaries.js"
import { findProgram } from "../process/environment.js"
import { findFreePorts } from "../process/ports.js"
import { progressOn } from "../process/progress.js"
import { linesOf, UserError } from "../process/user-error.js"
import { requireRedis } from "../redis/start.js"
import { testBackupAndRestore } from "./backup-and-restore.js"
import { deploy, type Deployment } from "./deployment.js"
import { buildImage, checkImage, type Image, removeImage } from "./images.js"
import { makeNewSecrets } from "./operator-scripts.js"
import {
  checkRateLimit,
  expectMails,
  expectNewSecrets,
  openAdmin,
  orderDuring,
  runJourneys,
  runOperatorCommands,
  sell,
} from "./sales.js"
import { type Services, startServices } from "./services.js"

/**
 * `npm run images:test`: builds both images from their Dockerfiles with buildah, runs the containers of docker-compose.yml,
 * sells through them, backs up, restores, replaces secrets and upgrades. PostgreSQL, Redis and Caddy run as processes of this machine.
 * KEEP_SMOKE_TEST=1 keeps the folder with data and logs.
 */
const folder = mkdtempSync(join(tmpdir(), "shop-images-"))
chmodSync(folder, 0o755)
const logs = join(folder, "logs")
const progress = progressOn(process.stdout)

/** @throws UserError that says what to install */
function findPrograms(): Binaries {
  const programs = { buildah: "buildah", debootstrap: "debootstrap", caddy: "caddy", "age-keygen": "age" }
  const missing = Object.entries(programs).flatMap(([name, from]) => (findProgram(name) ? [] : [from]))
  if (missing.length > 0)
    throw new UserError(
      `The test of the images needs Debian's packages: apt-get install ${missing.join(" ")}`,
    )
  if (process.getuid?.() !== 0) throw new UserError("Building and running the images needs root.")
  requireRedis("The test of the images")
  const binaries = findSystemBinaries()
  if (binaries !== undefined) return binaries
  throw new UserError("Backups need a complete PostgreSQL on this machine: apt-get install postgresql")
}

async function testImages(): Promise<void> {
  const binaries = findPrograms()
  progress.note(`PostgreSQL ${binaries.version}, data and logs in ${folder}`)
  // The journeys read the contracts as built.
  await ensureLibrariesBuilt(logs, progress)
  const storefront = await buildImage("storefront", logs, progress)
  const backend = await buildImage("backend", logs, progress)
  try {
    await progress.step("Checking the contents and the isolation of the images", async () => {
      for (const image of [storefront, backend]) await checkImage(image, logs)
    })
    await testDeployment(storefront, backend, binaries)
  } finally {
    await removeImage(storefront)
    await removeImage(backend)
  }
}

async function testDeployment(storefront: Image, backend: Image, binaries: Binaries): Promise<void> {
  const ports = await findFreePorts(10)
  const services = await progress.step(
    "Starting PostgreSQL, Redis, the Bitcoin network, the card processor and the mailbox",
    () => startServices(folder, binaries, ports[0] ?? 0),
  )
  try {
    const options = { folder, storefront, backend, services, ports }
    let deployment = await progress.step("Preparing the database and starting the containers", () =>
      deploy(options),
    )
    try {
      const token = await testSales(deployment, services)
      const machine = { folder, binaries, services }
      const reopen = async () => {
        const secrets = await makeNewSecrets(machine, deployment)
        return deploy({ ...options, secrets, settings: FOR_MANY_ORDERS })
      }
      deployment = await testBackupAndRestore(machine, deployment, reopen, progress)
      await testOperation(deployment, token)
    } finally {
      await deployment.stop()
    }
  } finally {
    await services.stop()
  }
}

/** @returns the token of a member of staff */
async function testSales(deployment: Deployment, services: Services): Promise<string> {
  const { url } = services.bitcoin
  await progress.step("Selling and getting paid", () => sell(deployment, url))
  await progress.step("Waiting for the order's mails", () => expectMails(services))
  const token = await progress.step("Signing in to the admin, and adding a member of staff", () =>
    openAdmin(deployment),
  )
  await progress.step("Running the operator's commands", () => runOperatorCommands(deployment))
  await progress.step("Running the buying journeys in a browser", () =>
    runJourneys(deployment, services, logs),
  )
  await progress.step("Killing the worker, and still getting paid", async () => {
    await deployment
      .processes()
      .find(({ name }) => name === "worker")
      ?.kill()
    await sell(deployment, url)
  })
  await progress.step("Checking the rate limit across both servers", () => checkRateLimit(deployment, 60))
  return token
}

/** One client places them all, and pays for none. */
const FOR_MANY_ORDERS = {
  WRITES_PER_MINUTE: "100000",
  UNPAID_STOCK_PERCENT: "100",
  STOREFRONT_REQUESTS_PER_ADDRESS: "0",
  BITCOIN_WALLET_GAP_LIMIT: "100000",
}

async function testOperation(deployment: Deployment, token: string): Promise<void> {
  await progress.step("Checking that the new secrets sign staff out, and in again", () =>
    expectNewSecrets(deployment, token),
  )
  const orders = await progress.step("Upgrading one part at a time while five buyers a second order", () =>
    orderDuring(deployment, () => deployment.upgrade()),
  )
  progress.note(`None of ${orders} orders failed during the upgrade.`)
}

try {
  await testImages()
  progress.note("The images work.")
} catch (error) {
  progress.note(linesOf(error).join("\n    "))
  process.exitCode = 1
} finally {
  progress.end()
  if (process.env.KEEP_SMOKE_TEST === undefined) rmSync(folder, { recursive: true, force: true })
}
