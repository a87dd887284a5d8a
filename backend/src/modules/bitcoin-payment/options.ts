import { z } from "@medusajs/framework/zod"
import { sourceSettingsSchema } from "./adapters/choose-source"
import { rateSettingsSchema } from "./adapters/rates"

/** What `medusa-config.ts` tells this module; checked at boot. */
export const optionsSchema = z.object({
  network: z.enum(["mainnet", "testnet", "signet", "regtest"]),
  /** A watch-only output descriptor with its checksum. */
  descriptor: z.string().min(1),
  /** The shop's name, as wallets show it beside the payment. */
  label: z.string().min(1),
  source: sourceSettingsSchema,
  rates: rateSettingsSchema,
  quoteMinutes: z.number().positive(),
  /** How much longer a buyer who sent too little may send the rest. */
  graceMinutes: z.number().min(0),
  /** How long after its end an unpaid quote can be renewed, before the order is cancelled. */
  holdMinutes: z.number().min(0),
  /** A poll older than this many seconds is a sick watcher. */
  staleAfterSeconds: z.number().positive().default(120),
})
export type Options = z.infer<typeof optionsSchema>
