import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
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

/** Medusa's own connection pool; values are bound as `:name`, so write casts as `cast(x as y)`: it would take `::y` for a value. */
export function databaseOf(container: MedusaContainer): Database {
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return {
    ask: async (row, sql, values = {}) => {
      const answer: unknown = await connection.raw(sql, values)
      return z.array(row).parse(answerSchema.parse(answer).rows)
    },
  }
}
