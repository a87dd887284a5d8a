import { SHOP_CURRENCY } from "../../../../platform/money"
import type { BitcoinRate } from "@shop/contracts"
import { bitcoinRateSchema, toPounds } from "@shop/contracts"
import { defineRoute } from "../../../../platform/http/routes"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/bitcoin/rate",
    summary: "Pounds for one bitcoin, while an order can be paid in Bitcoin",
    answer: bitcoinRateSchema,
    rejections: [503],
  },
  async (req) => {
    const { rates, quotes } = req.scope.resolve(BITCOIN_PAYMENT)
    await quotes.ensureOffered(SHOP_CURRENCY)
    const [rate, least] = await Promise.all([rates.current(SHOP_CURRENCY), quotes.leastPrice(SHOP_CURRENCY)])
    return {
      currency: SHOP_CURRENCY,
      rate: rate.rate,
      source: rate.source,
      asOf: new Date(rate.asOf).toISOString(),
      least: toPounds(Number(least)),
    } satisfies BitcoinRate
  },
)
