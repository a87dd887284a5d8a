import { Client } from "@medusajs/framework/pg"
import { demoFacts, LATEST_EDITS, overlaid, type Facts } from "../modules/shop-facts"

const UNDEFINED_TABLE = "42P01"

/** Where each fact stands in the settings. */
const SETTINGS: Readonly<Partial<Record<keyof Facts, string>>> = {
  legalName: "SHOP_LEGAL_NAME",
  address: "SHOP_ADDRESS",
  companyNumber: "SHOP_COMPANY_NUMBER",
  email: "SHOP_EMAIL",
  phone: "SHOP_PHONE",
}

/**
 * What is still made up of who the shop is, as it stands: the settings, and over them what staff have written in the
 * admin. A line for each.
 * @throws when Postgres cannot be asked
 */
export async function findDemoFacts(databaseUrl: string, defaults: Facts): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: "shop-facts" })
  await client.connect()
  try {
    const facts = overlaid(defaults, await latestEdits(client))
    return demoFacts(facts).map(({ name, sentence }) => `  ${SETTINGS[name] ?? name}: ${sentence}`)
  } finally {
    await client.end()
  }
}

/** None before the first migration. */
async function latestEdits(client: Client): Promise<unknown[]> {
  try {
    return (await client.query<{ field: string; value: unknown }>(LATEST_EDITS)).rows
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}
