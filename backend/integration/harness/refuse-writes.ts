import { randomUUID } from "node:crypto"

/** What a refused write fails with. */
export const REFUSED = "refused by a test"

/**
 * Has the database refuse writes, like "insert on capture", while `work` runs: a real failure at that step.
 * @param when a condition in SQL on the `new` or `old` row [every row]
 */
export async function whileRefused<Result>(
  { ask }: { ask: (sql: string) => Promise<unknown> },
  writes: string,
  work: () => Promise<Result>,
  when = "true",
): Promise<Result> {
  const name = `refuse_${randomUUID().replaceAll("-", "")}`
  await ask(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise exception '${REFUSED}'; end $$;
     create trigger ${name} before ${writes} for each row when (${when}) execute function ${name}()`,
  )
  try {
    return await work()
  } finally {
    await ask(`drop function ${name}() cascade`)
  }
}
