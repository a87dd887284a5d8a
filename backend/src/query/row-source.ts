import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** Answers questions to the shop's database, each row as it comes and parsed by who asked. Values are `$1`, `$2`, … */
export interface RowSource {
  rows<Row>(schema: z.ZodType<Row>, sql: string, values?: readonly unknown[]): Promise<Row[]>
}

const answerSchema = z.object({ rows: z.array(z.unknown()) })
const valueSchema = z.union([z.string(), z.number(), z.date(), z.null()])

/** The same over Medusa's own connection pool, which counts its values as `?`. */
export function rowSourceOf(container: MedusaContainer): RowSource {
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return {
    rows: async (schema, sql, values = []) => {
      const bindings: z.infer<typeof valueSchema>[] = []
      const asked = sql.replace(/\$(\d+)/g, (_, place: string) => {
        bindings.push(valueSchema.parse(values[Number(place) - 1]))
        return "?"
      })
      const answer: unknown = await connection.raw(asked, bindings)
      return z.array(schema).parse(answerSchema.parse(answer).rows)
    },
  }
}
