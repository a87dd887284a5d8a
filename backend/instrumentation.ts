import { environment } from "./src/config"
import { defaultDetails } from "./src/business-details/business-details"
import { instrumentHttpServer } from "./src/server/http-server"
import {
  acquireSingleInstanceLock,
  SPLIT_WORKER_SENTENCE,
  SECOND_PROCESS_SENTENCE,
} from "./src/server/single-instance-lock"
import { findDemoDetails } from "./src/business-details/find-demo-details"
import { startOutboxWorker } from "./src/outbox/worker"
import { shutdownSignal } from "./src/server/shutdown-signal"
import { startWatcher } from "./src/server/watcher-loop"

const DEMO_FACTS_SENTENCE =
  "A shop in production cannot say demo values about itself. Set these (see .env.example), or restore a database in which staff have written them in the admin:"

/** Shorter than a start takes, so that a refused process never gets to answer a request. */
const LOCK_TIMEOUT_MS = 2500
/** A process that serves shoppers leaves the watching to a worker, if there is one. */
const STAND_BY_MS = 10_000

/** The framework calls this once in a serving process, before it loads anything; never for migrations or scripts. */
export function register(): void {
  instrumentHttpServer({
    isBuilt: environment.NODE_ENV !== "development",
    publicUrl: environment.BACKEND_PUBLIC_URL,
  })
  startWatcher({
    databaseUrl: environment.DATABASE_URL,
    intervalMs: environment.BITCOIN_POLL_SECONDS * 1000,
    afterMs: environment.MEDUSA_WORKER_MODE === "server" ? STAND_BY_MS : 0,
  })
  startOutboxWorker(shutdownSignal)
  if (environment.NODE_ENV === "production" && !environment.SANDBOX) void refuseDemoFacts()
  if (environment.REDIS_URL !== undefined) return
  // Not among the environment's own rules: Medusa's commands call themselves a server, and need no Redis.
  if (environment.MEDUSA_WORKER_MODE !== "shared") refuseToRun(SPLIT_WORKER_SENTENCE)
  void acquireSingleInstanceLock({
    databaseUrl: environment.DATABASE_URL,
    timeoutMs: LOCK_TIMEOUT_MS,
    onTaken: () => refuseToRun(SECOND_PROCESS_SENTENCE),
    onError: (error) => process.stderr.write(`The single-instance lock is not held: ${String(error)}\n`),
  })
}

async function refuseDemoFacts(): Promise<void> {
  try {
    const demo = await findDemoDetails(environment.DATABASE_URL, defaultDetails(environment))
    if (demo.length > 0) refuseToRun([DEMO_FACTS_SENTENCE, ...demo].join("\n"))
  } catch (error) {
    refuseToRun(`The shop's facts cannot be read: ${String(error)}`)
  }
}

function refuseToRun(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
