import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Medusa's own connection pool, or one transaction on it. */
export type Connection = Knex

const answerSchema = z.object({ rows: z.array(z.unknown()) })

/** The rows of a statement. Bindings are `?`. */
export async function rows(
  connection: Connection,
  sql: string,
  bindings: readonly (string | number | Date | null | string[])[] = [],
): Promise<unknown[]> {
  return answerSchema.parse(await connection.raw(sql, bindings)).rows
}
