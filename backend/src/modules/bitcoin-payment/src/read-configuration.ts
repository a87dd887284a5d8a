import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { getConfigFile, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const NAME = "medusa-payment-bitcoin"
const configSchema = z.object({
  projectConfig: z.object({ databaseUrl: z.string().optional() }).default({}),
  plugins: z.array(z.unknown()).default([]),
  modules: z.record(z.string(), z.unknown()).default({}),
})
const paymentSchema = z.object({ options: z.object({ providers: z.array(z.unknown()) }) })
const providerSchema = z.object({ resolve: z.literal(`${NAME}/providers/bitcoin`), id: z.string() })
const pluginSchema = z
  .object({ resolve: z.string(), options: z.unknown() })
  .or(z.string().transform((resolve) => ({ resolve, options: {} })))

const tsNodeSchema = z.custom<{ register(options: object): void }>(
  (value) => typeof value === "object" && value !== null && "register" in value,
)

/** As Medusa's own commands read a configuration in TypeScript. @returns whether it can be read */
function readTypeScript(folder: string): boolean {
  const require = createRequire(path.join(folder, "package.json"))
  try {
    tsNodeSchema.parse(require("ts-node")).register({})
    return true
  } catch {
    return false
  }
}

const WITHOUT_COMPILER =
  "medusa-config.ts needs ts-node: `npm install --save-dev ts-node`, or run this in the folder that `medusa build` made."

const unusable = (sentence: string) => new MedusaError(MedusaError.Types.INVALID_DATA, sentence)

export interface Configuration {
  readonly databaseUrl: string | undefined
  /** The ids under which the payment module lists the plugin's provider. */
  readonly providers: readonly string[]
  /** Not checked yet. */
  readonly options: unknown
  /** Of `medusa-payments`, not checked yet. Null: it is not listed. */
  readonly engine: { readonly options?: unknown } | null
}

/** What the application in this folder says about the plugin. @throws MedusaError with a sentence for the developer */
export async function readConfiguration(folder: string): Promise<Configuration> {
  if (existsSync(path.join(folder, "medusa-config.ts")) && !readTypeScript(folder))
    throw unusable(WITHOUT_COMPILER)
  const file = await getConfigFile(folder, "medusa-config")
  if (file.error) throw unusable(`medusa-config cannot be read: ${file.error.message}`)
  const read = configSchema.safeParse(file.configModule)
  if (!read.success) throw unusable(`medusa-config is wrong.\n${z.prettifyError(read.error)}`)
  const { plugins, modules, projectConfig } = read.data
  const listed = plugins.flatMap((each) => pluginSchema.safeParse(each).data ?? [])
  const [plugin, engine] = [NAME, "medusa-payments"].map((name) =>
    listed.find(({ resolve }) => resolve === name),
  )
  const payment = paymentSchema.safeParse(modules["payment"])
  if (plugin === undefined)
    throw unusable(`medusa-config does not list ${NAME} under \`plugins\`, with its options.`)
  return {
    databaseUrl: projectConfig.databaseUrl,
    providers: (payment.data?.options.providers ?? []).flatMap((each) => {
      const provider = providerSchema.safeParse(each)
      return provider.success ? [provider.data.id] : []
    }),
    options: plugin.options,
    engine: engine ?? null,
  }
}
