#!/usr/bin/env node
import { parseArgs } from "node:util"
import { z } from "@medusajs/framework/zod"
import { examine } from "./doctor"
import { NETWORKS, readWallet, SCRIPTS } from "./modules/bitcoin-payment"
import { runSandbox } from "./sandbox"

const USAGE = `npx medusa-payment-bitcoin doctor
  Checks the plugin's options in medusa-config, its payment provider, every source of the blockchain and the rates, and
  shows the wallet's first addresses. It changes nothing. Exit code 0: all is well.

npx medusa-payment-bitcoin wallet <xpub|ypub|zpub|tpub|upub|vpub|descriptor> [--script ${SCRIPTS.join("|")}] [--network …]
  Reads a wallet's public key, and shows its descriptor and its first ten addresses.

To try it, with the package medusa-payment-bitcoin-sandbox:

npx medusa-payment-bitcoin sandbox [--port 3002] [--lightning-port 3004] [--data .bitcoin-sandbox] [--block-seconds 30] [--no-lightning]
  Starts a Bitcoin regtest network with an Esplora API, a wallet and Lightning nodes, and says what your .env needs.

npx medusa-payment-bitcoin pay <order number | order id | bitcoin address> [amount] [--lightning]
  Pays from that wallet: what is due, or an amount such as 0.0005 or 5000sats.

npx medusa-payment-bitcoin mine [blocks]
  Mines blocks now.`

const EXIT_USAGE = 2
const OF_SANDBOX = ["sandbox", "pay", "mine"]
const askedSchema = z.object({
  script: z.enum(SCRIPTS).optional(),
  network: z.enum(NETWORKS).optional(),
})

async function doctor(): Promise<number> {
  const findings = await examine(process.cwd())
  for (const { isGood, text } of findings) process.stdout.write(`  ${isGood ? "✔" : "✖"} ${text}\n`)
  return findings.every(({ isGood }) => isGood) ? 0 : 1
}

/** The key is never repeated: it may be a secret in the wrong place. */
function wallet(words: readonly string[], options: unknown): number {
  const asked = askedSchema.safeParse(options)
  if (!asked.success) {
    process.stderr.write(`${z.prettifyError(asked.error)}\n`)
    return EXIT_USAGE
  }
  const read = readWallet(words.join(" "), asked.data)
  if (!read.ok) {
    process.stderr.write(`  ${read.sentence}\n`)
    return 1
  }
  const addresses = read.addresses.map((address, index) => `  ${index}  ${address}`)
  const lines = [
    `A watch-only wallet, script ${read.script}, on ${read.network}. Compare its first ten addresses with your wallet's:`,
    ...addresses,
    "The options of the plugin:",
    `  network: "${read.network}",`,
    `  descriptor: "${read.descriptor}",`,
  ]
  process.stdout.write(`${lines.join("\n")}\n`)
  return 0
}

async function main(): Promise<number> {
  const asked = process.argv.slice(2)
  // Its commands have options of their own. What a failed start has opened must not keep the process.
  if (OF_SANDBOX.includes(asked[0] ?? "")) process.exit(await runSandbox(asked, process.cwd()))
  const { positionals, values } = parseArgs({
    options: {
      script: { type: "string" },
      network: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  })
  const [command, ...words] = positionals
  if (command === "doctor") return doctor()
  if (command === "wallet" && words.length > 0) return wallet(words, values)
  process.stdout.write(`${USAGE}\n`)
  return values.help === true ? 0 : EXIT_USAGE
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`  ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = EXIT_USAGE
  },
)
