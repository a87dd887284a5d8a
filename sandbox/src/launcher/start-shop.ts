import { join } from "node:path"
import { startBitcoin } from "../bitcoin/start.js"
import { startCardProcessor } from "../card-processor/start.js"
import { startMailbox } from "../mailbox/start.js"
import { type BackendProcess, requireMultiProcessRedis, startMultiProcess } from "../multi-process/start.js"
import { startPostgres } from "../postgres/start.js"
import { type Child, stopRunningCommands } from "../process/child.js"
import { UserError } from "../process/user-error.js"
import { waitUntilReady } from "../process/wait.js"
import { startSignIn } from "../sign-in/start.js"
import { ensureLibrariesBuilt, ensureShopBuilt } from "./builds.js"
import { checkMachine } from "./doctor.js"
import { type Lock, takeLock } from "./lock.js"
import { type Preparation, prepareDatabase } from "./prepare-database.js"
import type { Progress } from "../process/progress.js"
import { ensureSecrets, type Secrets } from "./secrets.js"
import { backendEnvironment, type Mode, startBackend, startStorefront, watchLibraries } from "./servers.js"
import {
  addressesOf,
  type Settings,
  usesCardProcessor,
  usesSandboxChain,
  usesSandboxLightning,
  usesSignInEmulator,
} from "./settings.js"

export interface StartOptions {
  settings: Settings
  progress: Progress
  mode: Mode
  /** Stops what was started so far and fails */
  signal: AbortSignal
  /** The data is thrown away, so the database need not be durable [false] */
  isTemporary?: boolean
  /** Two servers and a worker with one Redis, instead of one backend [false] */
  isMultiProcess?: boolean
}

export interface RunningShop extends Preparation {
  /** The address of the first member of staff */
  staffEmail: string
  /** Resolves when signing in works, some seconds after the rest */
  signInReady: Promise<void>
  /** Resolves when one of the processes ends unexpectedly */
  failed: Promise<UserError>
  stop(): Promise<void>
}

/**
 * Starts everything in order: PostgreSQL, then the Bitcoin network, the card processor and the mailbox while stale builds are rebuilt, then
 * migrations and seed, then backend and storefront.
 * @throws UserError when a part fails. Nothing is left running then.
 */
export async function startEverything(options: StartOptions): Promise<RunningShop> {
  const { settings, signal } = options
  const lock = await takeLock(settings.SANDBOX_DATA)
  const processes = new ProcessStack(lock)
  const stop = async () => {
    lock.markStopping()
    await Promise.all([stopRunningCommands(), processes.stopAll()])
    lock.release()
  }
  const onAbort = () => void stop()
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    if (options.isMultiProcess) requireMultiProcessRedis()
    await checkMachine(settings)
    return { ...(await startInOrder(options, processes)), failed: processes.failed, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener("abort", onAbort)
  }
}

interface Stoppable {
  name: string
  stop(): Promise<void>
}

/** The started processes. They are stopped in reverse order. */
class ProcessStack {
  private readonly running: Stoppable[] = []
  private stopping: Promise<void> | undefined
  private reportFailure: (error: UserError) => void = () => undefined

  readonly failed = new Promise<UserError>((resolve) => {
    this.reportFailure = resolve
  })

  constructor(private readonly lock: Lock) {}

  addChild(child: Child): void {
    this.addOptionalChild(child)
    void child.exited.then(({ error }) => {
      if (this.stopping === undefined) this.reportFailure(error)
    })
  }

  /** The shop continues when it ends. */
  addOptionalChild(child: Child): void {
    this.add(child)
    this.lock.addChild(child.name, child)
  }

  /** @param died resolves with a sentence when it ends unexpectedly */
  add(running: Stoppable, died?: Promise<string>): void {
    this.running.push(running)
    void died?.then((sentence) => {
      if (this.stopping === undefined) this.reportFailure(new UserError(sentence))
    })
  }

  get isStopping(): boolean {
    return this.stopping !== undefined
  }

  stopAll(): Promise<void> {
    this.stopping ??= this.stopInReverseOrder()
    return this.stopping
  }

  private async stopInReverseOrder(): Promise<void> {
    for (let last = this.running.pop(); last !== undefined; last = this.running.pop()) await last.stop()
  }
}

async function startInOrder(options: StartOptions, processes: ProcessStack) {
  const { settings, progress, mode, signal } = options
  const logs = join(settings.SANDBOX_DATA, "logs")
  const secrets = ensureSecrets(settings.SANDBOX_DATA)
  const nodeEnv = mode === "built" ? "production" : "development"

  const databaseUrl = settings.DATABASE_URL ?? (await startDatabase(options, processes))
  const env = backendEnvironment(settings, secrets, databaseUrl, nodeEnv)
  signal.throwIfAborted()

  await allSettledOrThrow([
    startOutsideServices(options, processes, logs, secrets),
    (async () => {
      await ensureLibrariesBuilt(logs, progress)
      signal.throwIfAborted()
      if (mode === "built") await ensureShopBuilt(env, logs, progress)
    })(),
  ])
  signal.throwIfAborted()

  const preparation: Preparation = { settings, databaseUrl, mode, secrets, progress }
  const staffEmail = await prepareDatabase(preparation)
  signal.throwIfAborted()

  if (mode === "dev") watchLibraries(logs).forEach((compiler) => processes.addChild(compiler))
  const backends = await startBackends(options, env, processes, logs)
  const storefront = startStorefront(settings, mode, logs)
  processes.addChild(storefront)
  await allSettledOrThrow([
    progress.step("Starting the backend", () =>
      Promise.all(backends.map(({ child, readyUrl }) => waitUntilReady(child, readyUrl))),
    ),
    progress.step("Starting the storefront", () =>
      waitUntilReady(storefront, `http://127.0.0.1:${settings.STOREFRONT_PORT}/health`),
    ),
  ])
  return { ...preparation, staffEmail, signInReady: startSignInEmulator(options, processes, logs) }
}

async function startDatabase(
  { settings, progress, isTemporary = false }: StartOptions,
  processes: ProcessStack,
): Promise<string> {
  const dataDir = join(settings.SANDBOX_DATA, "postgres")
  const postgres = await progress.step("Starting PostgreSQL", () => startPostgres({ dataDir, isTemporary }))
  processes.add({ name: "PostgreSQL", stop: () => postgres.stop() }, postgres.died)
  return postgres.url
}

async function startOutsideServices(
  { settings, progress }: StartOptions,
  processes: ProcessStack,
  logs: string,
  secrets: Secrets,
): Promise<void> {
  const dataDir = settings.SANDBOX_DATA
  const start = async (label: string, isUsed: boolean, starting: () => Promise<Child>) => {
    if (isUsed) processes.addChild(await progress.step(label, starting))
  }
  await allSettledOrThrow([
    start("Starting the Bitcoin network", usesSandboxChain(settings), () =>
      startBitcoin({
        dataDir: join(dataDir, "bitcoin"),
        port: settings.ESPLORA_PORT,
        blockSeconds: settings.BLOCK_SECONDS,
        ...(usesSandboxLightning(settings) && { lightningPort: settings.LIGHTNING_PORT }),
        logFile: join(logs, "bitcoin.log"),
      }),
    ),
    start("Starting the card processor", usesCardProcessor(settings), () =>
      startCardProcessor({
        dataDir: join(dataDir, "cards"),
        port: settings.CARD_PROCESSOR_PORT,
        secretKey: secrets.cardKey,
        webhookSecret: secrets.cardWebhook,
        webhookUrl: `http://127.0.0.1:${settings.STOREFRONT_PORT}/api/webhooks/stripe`,
        logFile: join(logs, "card-processor.log"),
      }),
    ),
    start("Starting the mailbox", true, () =>
      startMailbox({
        dataDir: join(dataDir, "mail"),
        smtpPort: settings.SMTP_PORT,
        webPort: settings.MAIL_PORT,
        logFile: join(logs, "mailbox.log"),
      }),
    ),
  ])
}

async function startBackends(
  { settings, mode, isMultiProcess }: StartOptions,
  env: NodeJS.ProcessEnv,
  processes: ProcessStack,
  logs: string,
): Promise<BackendProcess[]> {
  const start = (name: string, port: number, extraEnv: NodeJS.ProcessEnv, log: string) => {
    const spec = { name, port, env: { ...env, ...extraEnv }, logFile: join(logs, `${log}.log`) }
    const child = startBackend(spec, mode)
    processes.addChild(child)
    return child
  }
  if (isMultiProcess) {
    return startMultiProcess({
      port: settings.BACKEND_PORT,
      startBackend: (name, port, extraEnv) => start(name, port, extraEnv, name),
      onStarted: (running) => processes.add(running),
    })
  }
  const child = start("the backend", settings.BACKEND_PORT, {}, "backend")
  // The shop opens while the developer's own node is away; only Bitcoin is unavailable then.
  const path = usesSandboxChain(settings) ? "ready" : "health"
  return [{ child, readyUrl: `${addressesOf(settings).backend}/api/${path}` }]
}

/** Starts last and is not awaited, so that `npm start` takes no longer. The shop works without it. */
function startSignInEmulator(
  { settings, progress }: StartOptions,
  processes: ProcessStack,
  logs: string,
): Promise<void> {
  if (!usesSignInEmulator(settings)) return Promise.resolve()
  const emulator = startSignIn({
    accountsFile: join(settings.SANDBOX_DATA, "sign-in", "accounts.json"),
    port: settings.AUTH_PORT,
    logFile: join(logs, "sign-in.log"),
  })
  processes.addOptionalChild(emulator)
  void emulator.exited.then(() => {
    if (!processes.isStopping)
      progress.note(`Signing in no longer works: ${emulator.name} has ended. Its log is ${emulator.logFile}`)
  })
  const ready = emulator.ready.then(() => undefined)
  ready.catch(() => undefined) // reported above
  return ready
}

/** Waits for all promises, then throws the first failure. A failure stops the running commands. */
async function allSettledOrThrow(promises: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(promises)
  } catch (error) {
    await stopRunningCommands()
    await Promise.allSettled(promises)
    throw error
  }
}
