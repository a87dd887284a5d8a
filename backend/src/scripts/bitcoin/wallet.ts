import { parseArgs } from "node:util"
import { z } from "@medusajs/framework/zod"
import { readWallet, SCRIPTS } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { settingsIn } from "./settings-in"

const USAGE =
  "npm run shop bitcoin:wallet -- <xpub|ypub|zpub|tpub|upub|vpub|descriptor> [--script wpkh|sh-wpkh|pkh] [--network mainnet|testnet|testnet4|signet|regtest]"

const wordsSchema = z.object({
  script: z.enum(SCRIPTS).optional(),
  network: z.enum(["mainnet", "testnet", "signet", "regtest"]).optional(),
})

/** Lines of output. Input is never repeated: it may be a secret in the wrong place. */
function answer(): { lines: string[]; isGood: boolean } {
  const { positionals, values } = parseArgs({
    options: {
      script: { type: "string" },
      network: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
    strict: false,
  })
  if (values.help === true)
    return { lines: [USAGE, "Reads a wallet's public key and shows its first addresses."], isGood: true }
  const words = wordsSchema.safeParse({
    script: values.script,
    network: values.network ?? settingsIn(process.cwd())("BITCOIN_NETWORK"),
  })
  if (positionals.length === 0 || !words.success)
    return { lines: ["Say which wallet to read:", `  ${USAGE}`], isGood: false }
  const read = readWallet(positionals.join(" "), words.data)
  if (!read.ok) return { lines: [read.sentence], isGood: false }
  return {
    lines: [
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
    ],
    isGood: true,
  }
}

const { lines, isGood } = answer()
const screen = isGood ? process.stdout : process.stderr
screen.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`)
process.exitCode = isGood ? 0 : 1
