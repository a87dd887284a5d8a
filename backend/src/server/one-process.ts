import { Client } from "@medusajs/framework/pg"

/** The name under which a process claims its database; Postgres keeps advisory locks per database. */
const CLAIM = "bramble-and-comb: one backend process without Redis"
const RETRY_MS = 250

export const SECOND_PROCESS_SENTENCE =
  "Another backend process already serves this database. Two of them need Redis to agree on locks and events: " +
  "set REDIS_URL for both, or stop the other one."

interface Claim {
  databaseUrl: string
  /**
   * How long a claim waits for the one before it, in milliseconds: a restart overlaps with the process it
   * replaces, and after a kill -9 Postgres needs a moment to notice.
   */
  patienceMs: number
  /** Called when the database belongs to somebody else. */
  onTaken: () => void
  /** Called with what went wrong when Postgres cannot be asked; the claim keeps trying. */
  onTrouble: (error: unknown) => void
}

/**
 * Keeps one session-wide advisory lock for as long as this process lives, on a connection of its own. Postgres
 * frees it with the connection, however the process ends. When the connection drops, the claim is made again.
 */
export async function claimDatabase(claim: Claim): Promise<void> {
  for (;;) {
    const held = await holdUntilLost(claim)
    if (held === "taken") {
      claim.onTaken()
      return
    }
    await pause(RETRY_MS)
  }
}

/** Resolves with `lost` when a held claim's connection ended, or with `taken` when patience did. */
async function holdUntilLost(claim: Claim): Promise<"lost" | "taken"> {
  const client = new Client({
    connectionString: claim.databaseUrl,
    keepAlive: true,
    application_name: "shop-claim",
  })
  const ended = new Promise<void>((resolve) => {
    client.once("end", resolve)
    client.on("error", () => resolve())
  })
  try {
    await client.connect()
    const deadline = Date.now() + claim.patienceMs
    while (!(await tryLock(client))) {
      if (Date.now() >= deadline) {
        await client.end()
        return "taken"
      }
      await pause(RETRY_MS)
    }
  } catch (error) {
    claim.onTrouble(error)
    await client.end().catch(claim.onTrouble)
    await pause(claim.patienceMs)
    return "lost"
  }
  await ended
  return "lost"
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
    [CLAIM],
  )
  return rows[0]?.held === true
}

/** Waiting alone never keeps the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
