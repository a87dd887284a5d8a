import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { UserError } from "./command"
import type { ShopSettings } from "./shop-settings"

const failureSchema = z.object({ code: z.string() })

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The shop's database does not answer: is it running? (npm start starts the sandbox's.)",
  ENOTFOUND: "The host name of the shop's database cannot be resolved.",
  ETIMEDOUT: "The shop's database does not answer.",
  "28P01": "The shop's database does not take our user and password.",
  "28000": "The shop's database does not take our user and password.",
  "3D000": "There is no such database at that server.",
  "42P01": "The shop's tables are not there yet: start the shop once, it makes them.",
  "42703": "The shop's tables are of an older version: start the shop once, it brings them up to date.",
  "57P03": "The shop's database is starting. Try again in a moment.",
}

/** Runs `work` on one connection to the shop's database. @throws UserError for a known error */
export async function withShopDatabase<Result>(
  { databaseUrl, foundIn }: ShopSettings,
  work: (database: Knex) => Promise<Result>,
): Promise<Result> {
  const database = knex({
    client: "pg",
    connection: { connectionString: databaseUrl, connectionTimeoutMillis: 5000 },
    pool: { min: 0, max: 1 },
  })
  try {
    return await work(database)
  } catch (error) {
    const failure = failureSchema.safeParse(error)
    const sentence = failure.success ? SENTENCES[failure.data.code] : undefined
    if (sentence === undefined) throw error
    throw new UserError(`${sentence} (${foundIn})`, { cause: error })
  } finally {
    await database.destroy()
  }
}
