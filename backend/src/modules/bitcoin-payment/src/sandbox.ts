import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readOptions } from "./modules/bitcoin-payment"
import { readConfiguration } from "./read-configuration"

const PACKAGE = "medusa-payment-bitcoin-sandbox"
/** Of the package, which is installed where the plugin is tried and not where it runs. */
const packageSchema = z.object({
  run: z.custom<(words: readonly string[], shop: Shop) => Promise<number>>(
    (value) => typeof value === "function",
  ),
})

interface Shop {
  readonly databaseUrl: string | undefined
  readonly esploraUrl: string | null
  readonly hasLightning: boolean
  readonly program: string
}

/** Runs `sandbox`, `pay` or `mine` for the application in this folder. @returns the exit code */
export async function runSandbox(words: readonly string[], folder: string): Promise<number> {
  let file: string
  try {
    file = createRequire(path.join(folder, "package.json")).resolve(PACKAGE)
  } catch {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `The sandbox is a package of its own: \`npm install --save-dev ${PACKAGE}\`.`,
    )
  }
  const { data } = packageSchema.safeParse(await import(pathToFileURL(file).href))
  if (data === undefined)
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `${PACKAGE} is of another version: \`npm install --save-dev ${PACKAGE}@latest\`.`,
    )
  return data.run(words, { ...(await shopOf(words[0], folder)), program: "npx medusa-payment-bitcoin" })
}

/** The sandbox starts before there is an application; who pays needs its database. */
async function shopOf(command: string | undefined, folder: string): Promise<Omit<Shop, "program">> {
  if (command === "sandbox") return { databaseUrl: undefined, esploraUrl: null, hasLightning: false }
  const { databaseUrl, options } = await readConfiguration(folder)
  const { network, source, lightning } = readOptions(options)
  if (network !== "regtest")
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The sandbox pays on regtest. This application is on ${network}.`,
    )
  const esplora = source.find(({ kind }) => kind === "esplora")
  return { databaseUrl, esploraUrl: esplora?.url ?? null, hasLightning: lightning !== null }
}
