import { Client } from "@medusajs/framework/pg"

/** A session-level advisory lock that a process holds as long as it lives. */
export interface AdvisoryLock {
  databaseUrl: string
  /** Postgres keys advisory locks by database and a number; the number is a hash of this. */
  name: string
  applicationName: string
  retryMs: number
  /** How long to wait for a lock that another process holds, in milliseconds. */
  timeoutMs: number
  onHeld?: () => void
  onError: (error: unknown) => void
}

/** Postgres releases the lock with its connection (`lost`), however this process ends. `taken`: after the timeout. */
export async function holdAdvisoryLock(lock: AdvisoryLock): Promise<"lost" | "unreachable" | "taken"> {
  const client = new Client({
    connectionString: lock.databaseUrl,
    keepAlive: true,
    application_name: lock.applicationName,
  })
  const ended = new Promise<void>((resolve) => {
    client.once("end", resolve)
    client.on("error", () => resolve())
  })
  try {
    await client.connect()
    const deadline = Date.now() + lock.timeoutMs
    while (!(await tryLock(client, lock.name))) {
      if (Date.now() >= deadline) {
        await client.end()
        return "taken"
      }
      await pause(lock.retryMs)
    }
  } catch (error) {
    lock.onError(error)
    await client.end().catch(lock.onError)
    return "unreachable"
  }
  lock.onHeld?.()
  await ended
  return "lost"
}

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
    [name],
  )
  return rows[0]?.held === true
}

/** Does not keep the process alive. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
