import { randomUUID } from "node:crypto"
import { Client } from "@medusajs/framework/pg"
import { askDatabase } from "./postgres"
import { eventually } from "./regtest"

/**
 * Has the database hold writes, like "insert on capture", until `work` has ended.
 * @param when a condition in SQL on the `new` or `old` row
 * @param work gets a function that resolves when a write is held
 */
export async function whileHeld<Result>(
  databaseUrl: string,
  { writes, when }: { writes: string; when: string },
  work: (untilHeld: () => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const name = `hold_${randomUUID().replaceAll("-", "")}`
  const key = Math.floor(Math.random() * 2 ** 31)
  await askDatabase(
    databaseUrl,
    `create function ${name}() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(${key}); return new; end $$`,
  )
  await askDatabase(
    databaseUrl,
    `create trigger ${name} before ${writes} for each row when (${when}) execute function ${name}()`,
  )
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  try {
    await holder.query("select pg_advisory_lock($1)", [key])
    return await work(() =>
      eventually(
        () =>
          askDatabase(
            databaseUrl,
            "select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
            [key],
          ),
        (waiting) => waiting.length > 0,
      ),
    )
  } finally {
    await holder.end()
    await askDatabase(databaseUrl, `drop function ${name}() cascade`)
  }
}
