import { fileURLToPath } from "node:url"

/**
 * `npm run shop <command> [-- <options>]`: what operators and developers do with a shop from a clone of this repository.
 * Without a command it lists them. Each prints its own help with `-- --help`.
 */
const COMMANDS: Readonly<Record<string, readonly [file: string, what: string]>> = {
  "bitcoin:wallet": [
    "backend/src/scripts/bitcoin/wallet.ts",
    "reads a wallet's public key and prints the setting",
  ],
  "bitcoin:status": [
    "backend/src/scripts/bitcoin/status.ts",
    "how the Bitcoin payments fare, and what needs a person",
  ],
  "bitcoin:export": [
    "backend/src/scripts/bitcoin/export.ts",
    "every address with its order and payments, as CSV",
  ],
  "bitcoin:rescan": ["backend/src/scripts/bitcoin/rescan.ts", "has every address polled again"],
  "staff:reset-second-factor": [
    "backend/src/scripts/staff/reset-second-factor.ts",
    "for a member of staff who lost the phone",
  ],
  "upgrade-check": [
    "backend/src/scripts/production/upgrade-check.ts",
    "what this release changes in the running shop: settings, migrations, tables",
  ],
  reset: ["sandbox/src/cli/reset.ts", "empties the shop of npm start, and keeps a copy"],
  "brand:new": ["storefront/build/new-brand.ts", "a brand of your own from the template"],
  "brand:icons": ["storefront/build/brand-icons.ts", "draws a brand's icons from its logo"],
  medusa: ["sandbox/src/cli/medusa.ts", "a command of Medusa with the settings of npm start"],
  sbom: ["tooling/sbom.ts", "what the shop is made of, as CycloneDX"],
}

const [name = "", ...options] = process.argv.slice(2)
const command = COMMANDS[name]
if (command === undefined) {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length))
  const lines = Object.entries(COMMANDS).map(([known, [, what]]) => `  ${known.padEnd(width)}  ${what}`)
  process.stdout.write(`npm run shop <command> [-- <options>]\n${lines.join("\n")}\n`)
  process.exitCode = name === "" ? 0 : 2
} else {
  const file = new URL(`../${command[0]}`, import.meta.url)
  // The command reads its own options, and some only run as the program.
  process.argv.splice(1, Infinity, fileURLToPath(file), ...options)
  await import(file.href)
}
