import { execa } from "execa"
import { z } from "zod"

/**
 * `npm run plugin:matrix -- 2.20 2.21`: packs the plugin, and for the newest release of each range installs it in a bare
 * application with that version of Medusa and runs the test of the whole plugin there. About six minutes each.
 */
const TEST = ["run", "-c", "backend/integration/vitest.config.mts", "slow/bitcoin-plugin"]
const versionsSchema = z.union([z.string().transform((only) => [only]), z.array(z.string()).min(1)])

/** @throws Error when the registry has no such version */
async function newestOf(range: string): Promise<string> {
  const { stdout } = await execa("npm", ["view", `@medusajs/medusa@${range}`, "version", "--json"])
  return versionsSchema.parse(JSON.parse(stdout)).at(-1) ?? range
}

const ranges = process.argv.slice(2)
if (ranges.length === 0) {
  process.stderr.write("npm run plugin:matrix -- <version or range> …, such as 2.20 2.21\n")
  process.exit(2)
}
const results: string[] = []
for (const version of await Promise.all(ranges.map(newestOf))) {
  process.stdout.write(`Medusa ${version}\n`)
  const { failed } = await execa("npx", ["vitest", ...TEST], {
    env: { MEDUSA_VERSION: version },
    stdio: "inherit",
    reject: false,
  })
  results.push(`${failed ? "✘" : "✔"} Medusa ${version}`)
  if (failed) process.exitCode = 1
}
process.stdout.write(`\n${results.join("\n")}\n`)
