import { environment } from "./src/config"
import { openFrontDoor } from "./src/server/front-door"
import { claimDatabase, HALF_A_SHOP_SENTENCE, SECOND_PROCESS_SENTENCE } from "./src/server/one-process"
import { keepWatch } from "./src/server/watch"

/** Shorter than a start takes, so that a refused process never gets to answer a request. */
const PATIENCE_MS = 2500
/** A process that serves shoppers leaves the watching to a worker, if there is one. */
const STAND_BY_MS = 10_000

/** The framework calls this once in a serving process, before it loads anything; never for migrations or scripts. */
export function register(): void {
  openFrontDoor({
    isBuilt: environment.NODE_ENV !== "development",
    publicUrl: environment.BACKEND_PUBLIC_URL,
  })
  keepWatch({
    databaseUrl: environment.DATABASE_URL,
    beatMs: environment.BITCOIN_POLL_SECONDS * 1000,
    afterMs: environment.MEDUSA_WORKER_MODE === "server" ? STAND_BY_MS : 0,
  })
  if (environment.REDIS_URL !== undefined) return
  // Not among the environment's own rules: Medusa's commands call themselves a server, and need no Redis.
  if (environment.MEDUSA_WORKER_MODE !== "shared") refuseToRun(HALF_A_SHOP_SENTENCE)
  void claimDatabase({
    databaseUrl: environment.DATABASE_URL,
    patienceMs: PATIENCE_MS,
    onTaken: () => refuseToRun(SECOND_PROCESS_SENTENCE),
    onTrouble: (error) => process.stderr.write(`The claim on the database is not held: ${String(error)}\n`),
  })
}

function refuseToRun(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
