import { parseArgs } from "node:util"
import { z } from "zod"
import { SANDBOX_DESCRIPTOR } from "../bitcoin/demonstration-wallet.js"
import { mineBlocks } from "../cli/mine-blocks.js"
import { payOrder } from "../cli/pay-order.js"
import type { SandboxCommand } from "../../published/index.js"
import { linesOf, messageOf, UserError } from "../process/user-error.js"

const port = z.coerce.number().int().min(0).max(65535)
const optionsSchema = z.object({
  data: z.string().min(1).default(".bitcoin-sandbox"),
  port: port.default(3002),
  "lightning-port": port.default(3004),
  "block-seconds": z.coerce.number().min(0).default(30),
  "no-lightning": z.boolean().default(false),
})
type Options = z.infer<typeof optionsSchema>

/** The entry of the package `medusa-payment-bitcoin-sandbox`, which the plugin's command runs. */
export async function run(words: readonly string[], asked: SandboxCommand): Promise<number> {
  try {
    const [name = "", ...rest] = words
    if (name === "sandbox") await sandbox(readOptions(rest), asked.program)
    else print(await (name === "mine" ? mine(rest, asked) : pay(rest, asked)))
    return 0
  } catch (error) {
    process.stderr.write(`\n  ${linesOf(error).join("\n  ")}\n\n`)
    return 1
  }
}

const print = (lines: readonly string[]) => {
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join("")}\n`)
}

function readOptions(words: readonly string[]): Options {
  const read = optionsSchema.safeParse(parseOptions(words))
  if (read.success) return read.data
  throw new UserError("The sandbox cannot start so:", z.prettifyError(read.error).split("\n"))
}

function parseOptions(words: readonly string[]): unknown {
  try {
    return parseArgs({
      args: [...words],
      options: {
        data: { type: "string" },
        port: { type: "string" },
        "lightning-port": { type: "string" },
        "block-seconds": { type: "string" },
        "no-lightning": { type: "boolean" },
      },
    }).values
  } catch (error) {
    throw new UserError(messageOf(error))
  }
}

/** Runs until Ctrl-C. */
async function sandbox(options: Options, program: string): Promise<void> {
  // Of bcoin's libraries, which are older than Node's warning.
  process.noDeprecation = true
  const { openNetwork } = await import("../bitcoin/open-network.js")
  const network = await openNetwork({
    dataDir: options.data,
    port: options.port,
    blockSeconds: options["block-seconds"],
    lightningPort: options["no-lightning"] ? undefined : options["lightning-port"],
  }).catch((error: unknown) => {
    throw isTaken(error)
      ? new UserError(`${error.message}: choose another with --port or --lightning-port.`)
      : isLocked(error)
        ? new UserError(
            `Another sandbox runs in ${options.data}: stop it, or choose another folder with --data.`,
          )
        : error
  })
  const { lightning } = network
  print([
    "A Bitcoin regtest network of your own. Its coins are worth nothing.",
    `Esplora API      ${network.url}`,
    ...(lightning === undefined
      ? []
      : [`Lightning node   ${lightning.url}/lnd (also /phoenixd and /core-lightning)`]),
    `Chain and wallet ${options.data}`,
    "",
    "For the .env of your application:",
    `BITCOIN_DESCRIPTOR="${SANDBOX_DESCRIPTOR}"`,
    `BITCOIN_ESPLORA_URL=${network.url}`,
    ...(lightning === undefined
      ? []
      : [`LIGHTNING_URL=${lightning.url}/lnd`, `LIGHTNING_CREDENTIAL=${lightning.credentials.lnd}`]),
    "",
    `Pay an order: ${program} pay <order number> [--lightning]`,
    options["block-seconds"] === 0
      ? `A block: ${program} mine`
      : `A block comes every ${options["block-seconds"]} seconds, and with ${program} mine at once.`,
    "Stop it with Ctrl-C.",
  ])
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve())
    process.once("SIGTERM", () => resolve())
  })
  await network.close()
}

const isTaken = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE"

/** LevelDB's words: it has no code for it. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("IO error: lock")

function pay(words: readonly string[], { databaseUrl, esploraUrl, hasLightning, program }: SandboxCommand) {
  const shop = {
    databaseUrl: () => {
      if (databaseUrl === undefined) throw new UserError("medusa-config names no database.")
      return databaseUrl
    },
    network: esploraUrl,
    hasLightning,
    commands: { pay: `${program} pay`, mine: `${program} mine`, doctor: `${program} doctor` },
    blockSeconds: null,
  }
  return payOrder(shop, words)
}

const mine = ([count = "1"]: readonly string[], { esploraUrl, program }: SandboxCommand) =>
  mineBlocks(esploraUrl, count, `${program} mine`)
