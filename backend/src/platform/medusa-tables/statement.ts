import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { z } from "@medusajs/framework/zod"
import { idRow, querySql, type Database } from "../sql/query"

export type SqlValues = NonNullable<Parameters<typeof querySql>[3]>

/** SQL for a number that changes when one of the times does. */
export const sumOfTimes = (column: string) => `sum(cast(extract(epoch from ${column}) * 1000000 as bigint))`

/** `query-plans.integration.spec.ts` parses each one on the installed version: an upgrade that removes a column fails there. */
export const STATEMENTS = new Set<string>()

/** Has the database parse a statement. @throws what Postgres says of a table or column that is not there */
export async function parseStatement(database: Knex, text: string): Promise<void> {
  const values = [...new Set(text.match(/(?<!:):[a-z]\w*/gi))]
  const numbered = text.replace(/(?<!:):[a-z]\w*/gi, (value) => `$${String(values.indexOf(value) + 1)}`)
  await database.raw(`prepare parsed_statement as ${numbered}`)
  await database.raw("deallocate parsed_statement")
}

/**
 * For Medusa's private tables, where its API is no substitute: each function says why. Outside are only
 * `migration-scripts`, the workflows of `packages/`, and the plugin's open cases, `open-invoice.ts` and `sessions.ts`.
 * `text` is made of constants: values are bound as `:name`.
 */
export function statement<Row extends z.ZodType>(row: Row, text: string) {
  STATEMENTS.add(text)
  return (database: Database, values?: SqlValues): Promise<z.output<Row>[]> =>
    querySql(database, row, text, values)
}

/** Its argument in a shop with card payments, else nothing. */
export type IfCards = (part: string) => string

/** A statement with a part about card payments: a shop without their module has no tables of them. */
export function statementWithCards<Row extends z.ZodType>(row: Row, text: (ifCards: IfCards) => string) {
  const withCards = statement(
    row,
    text((part) => part),
  )
  const without = statement(
    row,
    text(() => ""),
  )
  return (container: MedusaContainer, values?: SqlValues): Promise<z.output<Row>[]> =>
    (container.hasRegistration("cardPayment") ? withCards : without)(container, values)
}

export type IdStatement<Values> = (database: Database, values: Values) => Promise<string[]>

export function idStatement(text: string) {
  const run = statement(idRow, text)
  return async (database: Database, values?: SqlValues): Promise<string[]> =>
    (await run(database, values)).map(({ id }) => id)
}
