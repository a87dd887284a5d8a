import { z } from "@medusajs/framework/zod"

/** A pool of connections, or one transaction on it: the part of knex that the repository uses. */
export interface Connection {
  raw(sql: string, bindings: readonly Binding[]): PromiseLike<unknown>
  transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result>
}

type Binding = string | number | Date | null | string[]

const resultSchema = z.object({ rows: z.array(z.unknown()) })

/** The rows of a statement. Bindings are `?`. */
export async function rows(
  connection: Connection,
  sql: string,
  bindings: readonly Binding[] = [],
): Promise<unknown[]> {
  return resultSchema.parse(await connection.raw(sql, bindings)).rows
}
