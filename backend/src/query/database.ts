import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

/** Reads with SQL of our own, where asking Medusa's modules one by one would cost too much. */
export interface Database {
  /** @throws ZodError when the rows are of another shape. */
  ask<Row extends z.ZodType>(
    row: Row,
    sql: string,
    values?: Record<string, string | string[] | null>,
  ): Promise<z.output<Row>[]>
}

const answerSchema = z.object({ rows: z.array(z.unknown()) })

/** A connection pool, or one transaction. Values are bound as `:name`; write casts as `cast(x as y)`, because `::y` reads as a value. */
export function databaseOn(connection: Knex): Database {
  return {
    ask: async (row, sql, values = {}) => {
      const answer: unknown = await connection.raw(sql, values)
      return z.array(row).parse(answerSchema.parse(answer).rows)
    },
  }
}

/** Medusa's own connection pool. */
export function databaseOf(container: MedusaContainer): Database {
  return databaseOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))
}
