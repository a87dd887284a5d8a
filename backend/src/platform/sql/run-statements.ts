import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

export const runStatements =
  (statements: readonly string[]) =>
  async ({ container }: ExecArgs): Promise<void> => {
    const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    for (const statement of statements) await connection.raw(statement)
  }
