import type { z } from "@medusajs/framework/zod"
import { idRow, querySql, type Database } from "../sql/query"

/** Bound as `:name`. */
export type SqlValues = NonNullable<Parameters<typeof querySql>[3]>

/** SQL for a number that changes when one of the times does. */
export const sumOfTimes = (column: string) => `sum(cast(extract(epoch from ${column}) * 1000000 as bigint))`

/**
 * Every statement on Medusa's tables. `query-plans.integration.spec.ts` has the database of the installed version parse each one, so
 * that an upgrade which takes a table or a column away names what is to be reviewed.
 */
export const STATEMENTS = new Set<string>()

/**
 * A statement on Medusa's private tables, where its API is no substitute: each function says why. Other production code has no SQL on
 * these tables, but for the triggers and indexes of `migration-scripts`.
 * @param text made of constants: values are bound as `:name`
 */
export function statement<Row extends z.ZodType>(row: Row, text: string) {
  STATEMENTS.add(text)
  return (database: Database, values?: SqlValues): Promise<z.output<Row>[]> =>
    querySql(database, row, text, values)
}

export type IdStatement<Values> = (database: Database, values: Values) => Promise<string[]>

/** A statement that returns ids. Its type says which values it takes. */
export function idStatement(text: string) {
  const run = statement(idRow, text)
  return async (database: Database, values?: SqlValues): Promise<string[]> =>
    (await run(database, values)).map(({ id }) => id)
}
