import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

interface GraphQuery {
  entity: string
  fields: string[]
  filters: Record<string, unknown>
}

/** Reads across Medusa's modules and parses each row: what `query.graph` returns has no type that holds at run time. */
export async function queryGraph<Row extends z.ZodType>(
  container: MedusaContainer,
  row: Row,
  query: GraphQuery,
): Promise<z.output<Row>[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph(query)
  return z.array(row).parse(data)
}

const resultSchema = z.object({ rows: z.array(z.unknown()) })

/** Runs one SQL statement that binds values as `:name`, and parses each row. */
export async function querySql<Row extends z.ZodType>(
  container: MedusaContainer,
  row: Row,
  text: string,
  values: Readonly<Record<string, string | number>>,
): Promise<z.output<Row>[]> {
  const result: unknown = await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw(text, values)
  return z.array(row).parse(resultSchema.parse(result).rows)
}
