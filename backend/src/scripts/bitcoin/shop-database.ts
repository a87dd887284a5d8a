import { Client } from "@medusajs/framework/pg"
import { z } from "@medusajs/framework/zod"
import type { RowSource } from "../../query/row-source"
import { Told } from "./command"
import type { ShopSettings } from "./shop-settings"

const failureSchema = z.object({ code: z.string() })

/** What the codes of Postgres and of the system mean to who runs the shop. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The shop's database does not answer: is it running? (npm start starts the sandbox's.)",
  ENOTFOUND: "The shop's database is at an address that nobody knows.",
  ETIMEDOUT: "The shop's database does not answer.",
  "28P01": "The shop's database does not take our user and password.",
  "28000": "The shop's database does not take our user and password.",
  "3D000": "There is no such database at that server.",
  "42P01": "The shop's tables are not there yet: start the shop once, it makes them.",
  "42703": "The shop's tables are of an older version: start the shop once, it brings them up to date.",
  "57P03": "The shop's database is starting. Try again in a moment.",
}

/** Runs `work` on one connection to the shop's database. @throws Told where the trouble has a name */
export async function withShopDatabase<Result>(
  { databaseUrl, foundIn }: ShopSettings,
  work: (database: RowSource) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  // A server that goes away in between fails the query as well, which tells it.
  client.on("error", () => undefined)
  try {
    await client.connect()
    return await work({
      rows: async (schema, sql, values = []) => {
        const { rows } = await client.query<Record<string, unknown>>(sql, [...values])
        return z.array(schema).parse(rows)
      },
    })
  } catch (error) {
    const failure = failureSchema.safeParse(error)
    const sentence = failure.success ? SENTENCES[failure.data.code] : undefined
    if (sentence === undefined) throw error
    throw new Told(`${sentence} (${foundIn})`, { cause: error })
  } finally {
    await client.end()
  }
}
