import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { BitcoinRate } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "../../../../modules/bitcoin-payment"

/** Pounds for one bitcoin now, with who says so; `bitcoin_unavailable` when nobody can tell for sure. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const rate = await req.scope.resolve(BITCOIN_PAYMENT).currentRate()
  res.json({
    currency: "GBP",
    rate: rate.pounds,
    source: rate.source,
    asOf: new Date(rate.asOf).toISOString(),
  } satisfies BitcoinRate)
}
