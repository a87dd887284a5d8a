/** Asks the Lightning node that `process.env` names, for `npm run doctor`. Prints the findings as JSON. */
import { z } from "@medusajs/framework/zod"
import {
  bad,
  lightningFindings,
  lightningSettingsSchema,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { parseEnvironment } from "../../platform/config/environment"
import { lightningOptions } from "../../platform/config/module-options"
import { readSecretFiles } from "../../platform/config/secret-files"

async function ask() {
  const environment = parseEnvironment(readSecretFiles(process.env))
  const { data, error } = lightningSettingsSchema.safeParse(lightningOptions(environment))
  if (data === undefined) return [bad(`Lightning is not offered: ${z.prettifyError(error)}`)]
  return lightningFindings(data, environment.BITCOIN_NETWORK)
}

void ask().then((findings) => process.stdout.write(JSON.stringify(findings)))
