import { z } from "@medusajs/framework/zod"
import { decimalPence } from "./decimal-pence"
import type { Market } from "./market"
import { unixSeconds } from "./unix-seconds"

/** https://docs.coingecko.com/reference/simple-price: no market itself but a mean of many, renewed about once a minute. */
export const coingecko: Market = {
  name: "coingecko",
  url: "https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=gbp&include_last_updated_at=true&precision=2",
  answer: z
    .object({ bitcoin: z.object({ gbp: decimalPence, last_updated_at: unixSeconds }) })
    .transform(({ bitcoin }) => ({ pence: bitcoin.gbp, at: bitcoin.last_updated_at })),
}
