import { spawn } from "node:child_process"
import { once } from "node:events"
import { Client } from "@medusajs/framework/pg"
import { environment } from "../../platform/config"

/** A second preparation of the same database waits. A killed run releases the lock with its connection. */
const NAME = "shop: preparing the database"
const CLI = require.resolve("@medusajs/cli/cli.js")

/** What a new release or a new shop needs of the database, in order. Each finds what is done already. */
const COMMANDS = [
  ["db:migrate", "--execute-safe-links", "--execute-safe-search"],
  ["exec", "./src/scripts/seed/seed.js"],
]

async function prepare(): Promise<void> {
  const client = new Client({ connectionString: environment.DATABASE_URL, application_name: "shop-prepare" })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [NAME])
    for (const command of COMMANDS) await medusa(command)
  } finally {
    await client.end()
  }
}

async function medusa(command: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...command], { stdio: "inherit" })
  await once(child, "exit")
  if (child.exitCode !== 0) throw new Error(`medusa ${command[0]} ended with ${String(child.exitCode)}`)
}

prepare().catch((error: unknown) => {
  process.stderr.write(`The database is not ready: ${String(error)}\n`)
  process.exitCode = 1
})
