import { Client } from "@medusajs/framework/pg"
import { demoDetails, LATEST_EDITS, withEdits, type Details } from "../../modules/business-details"

const UNDEFINED_TABLE = "42P01"

const SETTINGS: Readonly<Partial<Record<keyof Details, string>>> = {
  legalName: "SHOP_LEGAL_NAME",
  address: "SHOP_ADDRESS",
  companyNumber: "SHOP_COMPANY_NUMBER",
  email: "SHOP_EMAIL",
  phone: "SHOP_PHONE",
}

/** One line each, of the defaults overlaid with what staff have saved. @throws if Postgres cannot be reached */
export async function findDemoDetails(databaseUrl: string, defaults: Details): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: "business-details" })
  await client.connect()
  try {
    const details = withEdits(defaults, await latestEdits(client))
    return demoDetails(details).map(({ name, sentence }) => `  ${SETTINGS[name] ?? name}: ${sentence}`)
  } finally {
    await client.end()
  }
}

async function latestEdits(client: Client): Promise<unknown[]> {
  try {
    return (await client.query<{ field: string; value: unknown }>(LATEST_EDITS)).rows
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}
