import { SHOP_CURRENCY } from "../../../../config/shop-currency"
import type { BitcoinRate } from "@shop/contracts"
import { bitcoinRateSchema } from "@shop/contracts"
import { defineRoute } from "../../../../http/routes"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/bitcoin/rate",
    summary: "Pounds for one bitcoin",
    answer: bitcoinRateSchema,
    rejections: [503],
  },
  async (req, res) => {
    const rate = await req.scope.resolve(BITCOIN_PAYMENT).rates.current(SHOP_CURRENCY)
    res.json({
      currency: SHOP_CURRENCY,
      rate: rate.rate,
      source: rate.source,
      asOf: new Date(rate.asOf).toISOString(),
    } satisfies BitcoinRate)
  },
)
