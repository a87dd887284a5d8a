/** Validates `process.env` with the schemas of backend and storefront. Prints the problems as JSON. */
import { z } from "zod"
import { messageOf } from "../process/user-error.js"

const isFunction = (value: unknown) => typeof value === "function"
const configModule = z.object({ parseEnvironment: z.custom<(variables: object) => unknown>(isFunction) })
const secretsModule = z.object({ readSecretFiles: z.custom<(variables: object) => object>(isFunction) })
const descriptorModule = z.object({
  readDescriptor: z.custom<(text: string, network: string) => unknown>(isFunction),
})

const SCHEMAS = [
  new URL("../../../backend/src/platform/config/environment.ts", import.meta.url),
  new URL("../../../storefront/server/environment.ts", import.meta.url),
]
const SECRETS = new URL("../../../backend/src/platform/config/secret-files.ts", import.meta.url)
const DESCRIPTOR = new URL(
  "../../../backend/src/modules/bitcoin-payment/src/adapters/descriptor.ts",
  import.meta.url,
)

const problems: { name: string; sentence: string }[] = []
const { readSecretFiles } = secretsModule.parse(await import(SECRETS.href))
/** A secret's file that cannot be read is a problem like any other; the other settings are checked without it. */
let settings: object = process.env
for (const message of errorsOf(() => (settings = readSecretFiles(process.env))))
  problems.push({ name: /[A-Z][A-Z0-9_]+_FILE/.exec(message)?.[0] ?? "", sentence: message })
for (const { href } of SCHEMAS) {
  const { parseEnvironment } = configModule.parse(await import(href))
  for (const message of errorsOf(() => parseEnvironment(settings))) {
    const lines = [...message.matchAll(/^\s+([A-Z][A-Z0-9_]*): (.+)$/gm)]
    if (lines.length === 0)
      problems.push({ name: /[A-Z][A-Z0-9_]{3,}/.exec(message)?.[0] ?? "", sentence: message })
    for (const [, name = "", sentence = ""] of lines) problems.push({ name, sentence })
  }
}
const { readDescriptor } = descriptorModule.parse(await import(DESCRIPTOR.href))
for (const sentence of errorsOf(() => readDescriptor(process.env.BITCOIN_DESCRIPTOR ?? "", "regtest")))
  problems.push({ name: "BITCOIN_DESCRIPTOR", sentence })
process.stdout.write(JSON.stringify(problems))

function errorsOf(check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [messageOf(error)]
  }
}
