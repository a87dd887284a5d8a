import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentMethod } from "@shop/contracts"
import {
  BITCOIN_PAYMENT,
  BitcoinUnavailable,
  KNOWN_BUYER,
  type Buyer,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { SHOP_CURRENCY } from "../platform/money"
import { readCardMethod } from "./card-method"
import { PROVIDERS } from "./payment-method"

/** Why an amount cannot be paid by a method now. `least` in pence. */
export type UnpayableReason =
  | { readonly reason: "bitcoin_unavailable"; readonly sentence: string }
  | { readonly reason: "cards_not_taken" }
  | { readonly reason: "amount_too_small"; readonly method: PaymentMethod; readonly least: number }

/**
 * The one decision, for placing an order, changing its method and what pages offer. Null: it can be paid. £0 is paid by no method, and
 * needs none. `anyone`: for a page that is read often, by what the watcher found last; no address is asked for.
 */
export async function whyNotPayable(
  container: MedusaContainer,
  method: PaymentMethod,
  pence: number,
  buyer: Buyer | "anyone" = KNOWN_BUYER,
): Promise<UnpayableReason | null> {
  if (pence === 0) return null
  try {
    const least = await leastPence(container, method)
    if (least === null) return { reason: "cards_not_taken" }
    if (pence < least) return { reason: "amount_too_small", method, least }
    const { quotes } = container.resolve(BITCOIN_PAYMENT)
    const price = { priceMinor: BigInt(pence), currency: SHOP_CURRENCY }
    if (method === "bitcoin")
      await (buyer === "anyone" ? quotes.ensureOffered(SHOP_CURRENCY) : quotes.ensureReady(price, buyer))
    return null
  } catch (error) {
    if (error instanceof BitcoinUnavailable)
      return { reason: "bitcoin_unavailable", sentence: error.sentence }
    throw error
  }
}

/** Null: the shop does not take the method. @throws BitcoinUnavailable without a rate */
async function leastPence(container: MedusaContainer, method: PaymentMethod): Promise<number | null> {
  switch (method) {
    case "bitcoin":
      return Number(await container.resolve(BITCOIN_PAYMENT).quotes.leastPrice(SHOP_CURRENCY))
    case "card":
      return (await readCardMethod(container))?.leastPence ?? null
  }
}

/**
 * The first method that can take the amount now, the buyer's choice before others. `too_small`: less than any method takes, whenever it
 * is tried · `unavailable`: none can now.
 */
export async function payableMethod(
  container: MedusaContainer,
  pence: number,
  choice?: PaymentMethod,
): Promise<PaymentMethod | "too_small" | "unavailable"> {
  let none: "too_small" | "unavailable" = "too_small"
  for (const method of new Set([...(choice === undefined ? [] : [choice]), "card", "bitcoin"] as const)) {
    const why = await whyNotPayable(container, method, pence)
    if (why === null) return method
    if (why.reason === "bitcoin_unavailable") none = "unavailable"
  }
  return none
}

/** The payment provider for a method; null: the shop does not take it. */
export async function providerFor(container: MedusaContainer, method: PaymentMethod): Promise<string | null> {
  switch (method) {
    case "bitcoin":
      return PROVIDERS.bitcoin
    case "card": {
      const cards = await readCardMethod(container)
      return cards && (cards.how === "hosted" ? PROVIDERS.card : PROVIDERS.manualCard)
    }
  }
}
