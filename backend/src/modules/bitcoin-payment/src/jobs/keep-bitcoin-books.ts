import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"

/** Keeps the rate, and finds what left the shop's addresses. */
export default async function keepBitcoinBooks(container: MedusaContainer): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  await bitcoin.finish(bitcoin.books.keepRates().then(bitcoin.books.findSpends))
}

export const config = {
  name: "keep-bitcoin-books",
  schedule: { cron: "*/10 * * * *", concurrency: "forbid" },
}
