import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

type Question = {
  entity: string
  fields: string[]
  filters?: Record<string, unknown>
  /** What a calculated field is reckoned with, such as a price's region and currency. */
  context?: Record<string, unknown>
  pagination?: { skip?: number; take?: number; order?: Record<string, string> }
}

/**
 * Asks Medusa across its modules, fresh from the database, and reads each row with a schema:
 * what `query.graph` answers has no type of its own that holds at run time.
 * @throws ZodError when Medusa answers another shape than the caller relies on.
 */
export async function queryRows<Row extends z.ZodType>(
  container: MedusaContainer,
  row: Row,
  question: Question,
): Promise<z.output<Row>[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(question)
  return z.array(row).parse(data)
}

/** The id every row of Medusa has. */
export const idRow = z.object({ id: z.string() })
