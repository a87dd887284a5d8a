import { container } from "@medusajs/framework"
import { environment } from "./src/platform/config"
import { defaultDetails } from "./src/orders/business-details/business-details"
import { instrumentHttpServer } from "./src/platform/server/http-server"
import { startMetricsServer } from "./src/platform/server/metrics-server"
import {
  acquireSingleInstanceLock,
  SPLIT_WORKER_SENTENCE,
  SECOND_PROCESS_SENTENCE,
} from "./src/platform/server/single-instance-lock"
import { findDemoDetails } from "./src/orders/business-details/find-demo-details"
import { outboxTopics } from "./src/workflows/outbox/topics"
import { findMissingTriggers, missingTriggersSentence } from "./src/platform/server/missing-triggers"
import { shutdownSignal } from "medusa-payments/event-stream"
import { startOutboxWorker } from "medusa-payments/outbox-worker"
import { startWatcher } from "medusa-payment-bitcoin/watcher"
import { startCardWatcher } from "./src/workflows/card-payments/card-watcher"

const DEMO_DETAILS_SENTENCE =
  "A production shop cannot start with demo values in its business details. Set these (see .env.example), or restore a database in which staff have entered them in the admin:"

/** Shorter than the start: a second process exits before it can answer a request. */
const LOCK_TIMEOUT_MS = 2500
/** A process that serves shoppers leaves polling to a worker, if there is one. */
const STAND_BY_MS = 10_000

/** Medusa calls this once in a serving process, before it loads anything else; not for migrations or scripts. */
export function register(): void {
  instrumentHttpServer(
    {
      isBuilt: environment.NODE_ENV !== "development",
      publicUrl: environment.BACKEND_PUBLIC_URL,
    },
    environment.MEDUSA_WORKER_MODE === "server",
  )
  if (environment.METRICS_PORT !== undefined)
    startMetricsServer({
      port: environment.METRICS_PORT,
      host: environment.METRICS_HOST,
      databaseUrl: environment.DATABASE_URL,
      mediaDir: environment.MEDIA_DIR,
      backupMarkerFile: environment.BACKUP_MARKER_FILE,
      publicUrls: [environment.PUBLIC_URL, environment.BACKEND_PUBLIC_URL],
      topics: Object.keys(outboxTopics(container)),
    })
  const leadership = startWatcher({
    databaseUrl: environment.DATABASE_URL,
    intervalMs: environment.BITCOIN_POLL_SECONDS * 1000,
    afterMs: environment.MEDUSA_WORKER_MODE === "server" ? STAND_BY_MS : 0,
    signal: shutdownSignal,
  })
  startCardWatcher(leadership, shutdownSignal)
  startOutboxWorker(container, outboxTopics, shutdownSignal)
  void refuseMissingTriggers()
  if (environment.NODE_ENV === "production" && !environment.SANDBOX) void refuseDemoDetails()
  if (environment.REDIS_URL !== undefined) return
  // Not a rule of the environment: Medusa's commands also run in server mode and need no Redis.
  if (environment.MEDUSA_WORKER_MODE !== "shared") refuseToRun(SPLIT_WORKER_SENTENCE)
  void acquireSingleInstanceLock({
    databaseUrl: environment.DATABASE_URL,
    timeoutMs: LOCK_TIMEOUT_MS,
    onTaken: () => refuseToRun(SECOND_PROCESS_SENTENCE),
    onError: (error) => process.stderr.write(`The single-instance lock is not held: ${String(error)}\n`),
  })
}

async function refuseMissingTriggers(): Promise<void> {
  const missing = await findMissingTriggers(environment.DATABASE_URL)
  if (missing.length > 0) refuseToRun(missingTriggersSentence(missing))
}

async function refuseDemoDetails(): Promise<void> {
  try {
    const demo = await findDemoDetails(environment.DATABASE_URL, defaultDetails(environment))
    if (demo.length > 0) refuseToRun([DEMO_DETAILS_SENTENCE, ...demo].join("\n"))
  } catch (error) {
    refuseToRun(`The business details cannot be read: ${String(error)}`)
  }
}

function refuseToRun(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
