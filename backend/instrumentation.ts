import { environment } from "./src/config"
import { openFrontDoor } from "./src/server/front-door"
import { claimDatabase, SECOND_PROCESS_SENTENCE } from "./src/server/one-process"

/** Shorter than a start takes, so that a refused process never gets to answer a request. */
const PATIENCE_MS = 2500

/** The framework calls this once in a serving process, before it loads anything; never for migrations or scripts. */
export function register(): void {
  openFrontDoor({
    isBuilt: environment.NODE_ENV !== "development",
    publicUrl: environment.BACKEND_PUBLIC_URL,
  })
  if (environment.REDIS_URL !== undefined) return
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
