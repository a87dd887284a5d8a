import { parseArgs } from "node:util"
import { z } from "@medusajs/framework/zod"
import { NETWORKS, readWallet, SCRIPTS } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { runCommand, UserError } from "./command"
import { settingsIn } from "./settings-in"

const USAGE = `npm run shop bitcoin:wallet -- <xpub|ypub|zpub|tpub|upub|vpub|descriptor> [--script ${SCRIPTS.join("|")}] [--network ${NETWORKS.join("|")}]
  Reads a wallet's public key and shows its first addresses.`

const askedSchema = z.object({ script: z.enum(SCRIPTS).optional(), network: z.enum(NETWORKS).optional() })

void runCommand(USAGE, () => {
  const { positionals, values } = parseArgs({
    options: { script: { type: "string" }, network: { type: "string" } },
    allowPositionals: true,
    strict: false,
  })
  const asked = askedSchema.safeParse({
    script: values.script,
    network: values.network ?? settingsIn(process.cwd())("BITCOIN_NETWORK"),
  })
  // The input is never repeated: it may be a secret in the wrong place.
  if (positionals.length === 0 || !asked.success) throw new UserError(`Say which wallet to read:\n\n${USAGE}`)
  const read = readWallet(positionals.join(" "), asked.data)
  if (!read.ok) throw new UserError(read.sentence)
  const lines = [
    `A watch-only wallet, script ${read.script}, on ${read.network}. Its first ten addresses:`,
    "",
    ...read.addresses.map((address, index) => `  ${index}  ${address}`),
    "",
    "Compare them with your wallet's own receive list: all ten must be the same, in this order.",
    "If they are not, stop: buyers would pay to addresses that your wallet does not show.",
    "If they are, put these lines into the shop's settings (.env) and start it again:",
    "",
    `BITCOIN_NETWORK=${read.network}`,
    // In quotes, because text after a bare # would be a comment.
    `BITCOIN_DESCRIPTOR="${read.descriptor}"`,
  ]
  process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`)
  return Promise.resolve(0)
})
