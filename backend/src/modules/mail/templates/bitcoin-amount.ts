import { z } from "@medusajs/framework/zod"

/** The same amount twice, because some wallets ask for one and some for the other; both drawn from the integer. */
export const bitcoinAmountSchema = z.object({
  btc: z.string().regex(/^\d+\.\d{8}$/),
  sats: z.string().regex(/^\d+$/),
})
export type BitcoinAmount = z.infer<typeof bitcoinAmountSchema>

const GROUPED = new Intl.NumberFormat("en-GB")

/** `0.00134625 BTC (134,625 satoshis)`. */
export function bitcoinLabel({ btc, sats }: BitcoinAmount): string {
  return `${btc} BTC (${GROUPED.format(BigInt(sats))} ${sats === "1" ? "satoshi" : "satoshis"})`
}
