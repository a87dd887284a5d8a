import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Medusa's own connection pool, or one transaction on it. */
export type Connection = Knex

/** The rows of a statement. Bindings are `?`. */
export async function rows(
  connection: Connection,
  sql: string,
  bindings: readonly (string | number | Date | null | string[])[] = [],
): Promise<unknown[]> {
  const answer: unknown = await connection.raw(sql, bindings)
  if (typeof answer === "object" && answer !== null && "rows" in answer && Array.isArray(answer.rows)) {
    const found: unknown[] = answer.rows
  return found
  throw new TypeError("Postgres answered without rows")
}
