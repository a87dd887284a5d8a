import { join } from "node:path"
import { startBitcoin } from "../bitcoin/start.js"
import { startMailbox } from "../mailbox/start.js"
import { startPostgres } from "../postgres/start.js"
import { requireRedis } from "../redis/start.js"
import { type BackendProcess, SEVERAL, startSeveral } from "../several/start.js"
import { startSignIn } from "../sign-in/start.js"
import { ensureContracts, ensureShopBuilt } from "./builds.js"
import { checkDisk, checkPorts } from "./checks.js"
import { takeLock } from "./lock.js"
import { prepareDatabase } from "./prepare-database.js"
import type { Progress } from "./progress.js"
import { waitUntilReady } from "./readiness.js"
import { stopRunningCommands } from "./run.js"
import { ensureSecrets, type KeptSecrets } from "./secrets.js"
import { backendFolder, type Mode, startBackend, startStorefront, watchContracts } from "./servers.js"
import { backendEnvironment } from "./server-environments.js"
import { addressesOf, type Settings } from "./settings.js"
import { hasEmulator } from "./sign-in-settings.js"
import { Stack } from "./stack.js"

export interface ShopStart {
  settings: Settings
  progress: Progress
  mode: Mode
  /** Stops what was started so far and fails */
  signal: AbortSignal
  /** A database that need not survive, for tests [false] */
  forgetful?: boolean
  /** Two servers and a worker on one Redis, in the place of one backend [false] */
  several?: boolean
}

export interface RunningShop {
  databaseUrl: string
  secrets: KeptSecrets
  /** Resolves when signing in works, some seconds after the rest */
  signInReady: Promise<void>
  /** Resolves when a part of it ends without being asked */
  failed: Stack["failed"]
  stop(): Promise<void>
}

/**
 * Everything, in order: database, Bitcoin network and mailbox while what is stale is built; then tables and goods;
 * then backend and storefront.
 * @throws Explained with a sentence for the reader; nothing is left running then
 */
export async function startEverything(start: ShopStart): Promise<RunningShop> {
  const { settings, signal } = start
  const lock = await takeLock(settings.SANDBOX_DATA)
  const stack = new Stack()
  const stopAll = async () => {
    lock.ending()
    await Promise.all([stopRunningCommands(), stack.stopAll()])
    lock.release()
  }
  const onAbort = () => void stopAll()
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    if (start.several) requireRedis(SEVERAL)
    await checkDisk(settings.SANDBOX_DATA)
    await checkPorts(settings)
    return { ...(await bringUp(start, stack, lock.note)), failed: stack.failed, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  } finally {
    signal.removeEventListener("abort", onAbort)
  }
}

type Note = (name: string, child: { pid: number; started: string }) => void

async function bringUp(start: ShopStart, stack: Stack, note: Note) {
  const { settings, progress, mode, signal, forgetful } = start
  const dataDir = settings.SANDBOX_DATA
  const logs = join(dataDir, "logs")
  const secrets = ensureSecrets(dataDir)
  const nodeEnv = mode === "built" ? "production" : "development"

  const databaseUrl =
    settings.DATABASE_URL ?? (await startDatabase(settings, progress, stack, forgetful ?? false))
  const env = backendEnvironment(settings, secrets, databaseUrl, nodeEnv)
  signal.throwIfAborted()

  await together([
    startOutsideWorld(settings, progress, stack, note, logs),
    (async () => {
      await ensureContracts(logs, progress)
      signal.throwIfAborted()
      if (mode === "built") await ensureShopBuilt(env, logs, progress)
    })(),
  ])
  signal.throwIfAborted()

  await prepareDatabase({
    databaseUrl,
    dataDir,
    cwd: backendFolder(mode),
    env,
    adminEmail: settings.ADMIN_EMAIL,
    secrets,
    logs,
    progress,
    seedScript: mode === "built" ? "./src/seed/seed.js" : "./src/seed/seed.ts",
  })
  signal.throwIfAborted()

  const watched = mode === "dev" ? [watchContracts(logs)] : []
  const backends = await startBackends(start, env, stack, note, logs)
  const storefront = startStorefront(settings, mode, logs)
  for (const child of [...watched, storefront]) {
    stack.addChild(child)
    note(child.name, child)
  }
  await together([
    progress.step("Starting the backend", () =>
      Promise.all(backends.map(({ child, readyUrl }) => waitUntilReady(child, readyUrl))),
    ),
    progress.step("Starting the storefront", () =>
      waitUntilReady(storefront, `http://127.0.0.1:${settings.STOREFRONT_PORT}/health`),
    ),
  ])
  return { databaseUrl, secrets, signInReady: beginSignIn(settings, progress, stack, note, logs) }
}

/** One backend, or several behind its port; each with the address that says when it is ready. */
async function startBackends(
  { settings, mode, several }: ShopStart,
  env: NodeJS.ProcessEnv,
  stack: Stack,
  note: Note,
  logs: string,
): Promise<BackendProcess[]> {
  const begin = (name: string, port: number, extra: NodeJS.ProcessEnv, logFile: string) => {
    const child = startBackend({ name, port, env: { ...env, ...extra }, logFile: join(logs, logFile) }, mode)
    stack.addChild(child)
    note(name, child)
    return child
  }
  if (several) {
    return startSeveral({
      port: settings.BACKEND_PORT,
      start: (name, port, extra) => begin(name, port, extra, `${name}.log`),
      add: (part) => stack.add(part),
    })
  }
  const child = begin("the backend", settings.BACKEND_PORT, {}, "backend.log")
  return [{ child, readyUrl: `${addressesOf(settings).backend}/api/ready` }]
}

/** Begun when all else runs and not waited for: `npm start` takes no longer because of it. */
function beginSignIn(settings: Settings, progress: Progress, stack: Stack, note: Note, logs: string) {
  if (!hasEmulator(settings)) return Promise.resolve()
  const emulator = startSignIn({
    accountsFile: join(settings.SANDBOX_DATA, "sign-in", "accounts.json"),
    port: settings.AUTH_PORT,
    logFile: join(logs, "sign-in.log"),
  })
  // The shop sells without it: when it ends that is told, and nothing is stopped.
  let isStopping = false
  stack.add({
    name: emulator.name,
    stop: () => {
      isStopping = true
      return emulator.stop()
    },
  })
  note(emulator.name, emulator)
  void emulator.exited.then(() => {
    if (!isStopping)
      progress.note(`${emulator.name} has ended, nobody can sign in; its log is ${emulator.logFile}`)
  })
  const ready = emulator.ready.then(() => undefined)
  ready.catch(() => undefined) // its end was told above
  return ready
}

async function startDatabase(
  settings: Settings,
  progress: Progress,
  stack: Stack,
  forgetful: boolean,
): Promise<string> {
  const postgres = await progress.step("Starting PostgreSQL", () =>
    startPostgres({ dataDir: join(settings.SANDBOX_DATA, "postgres"), forgetful }),
  )
  stack.add({ name: "PostgreSQL", stop: () => postgres.stop() }, postgres.died)
  return postgres.url
}

async function startOutsideWorld(
  settings: Settings,
  progress: Progress,
  stack: Stack,
  note: Note,
  logs: string,
) {
  const dataDir = settings.SANDBOX_DATA
  const [bitcoin, mailbox] = await Promise.allSettled([
    progress.step("Starting the Bitcoin network", () =>
      startBitcoin({
        dataDir: join(dataDir, "bitcoin"),
        port: settings.ESPLORA_PORT,
        blockSeconds: settings.BLOCK_SECONDS,
        logFile: join(logs, "bitcoin.log"),
      }),
    ),
    progress.step("Starting the mailbox", () =>
      startMailbox({
        dataDir: join(dataDir, "mail"),
        smtpPort: settings.SMTP_PORT,
        webPort: settings.MAIL_PORT,
        logFile: join(logs, "mailbox.log"),
      }),
    ),
  ])
  for (const result of [bitcoin, mailbox]) {
    if (result.status === "rejected") continue
    stack.addChild(result.value)
    note(result.value.name, result.value)
  }
  for (const result of [bitcoin, mailbox]) if (result.status === "rejected") throw result.reason
}

/** All of them, or the first failure, but not before the others have come to an end too. */
async function together(works: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(works)
  } catch (error) {
    await stopRunningCommands()
    await Promise.allSettled(works)
    throw error
  }
}
