import type { MedusaContainer } from "@medusajs/framework/types"
import { PAYMENT_METHODS, type PaymentMethod } from "@shop/contracts"
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
 * The one decision, for placing an order, changing its method and what the checkout offers. Null: it can be paid. £0
 * is paid by no method, and needs none.
 */
export async function whyNotPayable(
  container: MedusaContainer,
  method: PaymentMethod,
  pence: number,
  buyer: Buyer = KNOWN_BUYER,
): Promise<UnpayableReason | null> {
  if (pence === 0) return null
  try {
    const least = await leastPence(container, method)
    if (least === null) return { reason: "cards_not_taken" }
    if (pence < least) return { reason: "amount_too_small", method, least }
    if (method === "bitcoin")
      await container
        .resolve(BITCOIN_PAYMENT)
        .quotes.ensureReady({ priceMinor: BigInt(pence), currency: SHOP_CURRENCY }, buyer)
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

/** The first method that can take the amount now, the buyer's choice before others. Null: none can. */
export async function payableMethod(
  container: MedusaContainer,
  pence: number,
  choice?: PaymentMethod,
): Promise<PaymentMethod | null> {
  for (const method of new Set([...(choice === undefined ? [] : [choice]), "card", "bitcoin"] as const))
    if ((await whyNotPayable(container, method, pence)) === null) return method
  return null
}

/** Whether less is to be paid than any method takes, whenever it is tried. */
export async function isTooSmall(container: MedusaContainer, pence: number): Promise<boolean> {
  const reasons = await Promise.all(PAYMENT_METHODS.map((method) => whyNotPayable(container, method, pence)))
  return reasons.every((why) => why?.reason === "amount_too_small" || why?.reason === "cards_not_taken")
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
