import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, inject } from "vitest"
import { databaseUrl } from "./postgres"
import { copyTemplate, dropDatabase } from "./template"

/** A copy of the template for one spec: made before its tests and dropped after them. */
export function useOwnDatabase(name: string): { url: string; connection: Knex } {
  const server = inject("postgresUrl")
  const url = databaseUrl(server, name)
  // It connects with its first query.
  const connection = knex({ client: "pg", connection: url })
  beforeAll(async () => {
    await copyTemplate(server, inject("template"), name)
  })
  afterAll(async () => {
    await connection.destroy()
    await dropDatabase(server, name)
  })
  return { url, connection }
}
