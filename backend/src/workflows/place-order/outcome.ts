import type { BitcoinPayment } from "@shop/contracts"

/** Why an order was not placed. Each is an answer a shopper can act on, not a bug. Money in pence. */
export type Refusal =
  | { readonly because: "unknown_cart" }
  | { readonly because: "empty_cart" }
  | { readonly because: "no_delivery"; readonly method: string }
  | { readonly because: "withdrawn"; readonly product: string }
  | { readonly because: "out_of_stock"; readonly product: string; readonly available: number }
  | {
      readonly because: "totals_changed"
      readonly subtotal: number
      readonly shipping: number
      readonly total: number
    }
  | { readonly because: "nothing_to_pay" }
  | { readonly because: "bitcoin_unavailable"; readonly sentence: string }

/** What is known of an order the moment it is written, so that nothing has to be read again to answer. Money in pence. */
export interface Receipt {
  readonly number: number
  readonly total: number
  readonly bitcoin: BitcoinPayment | null
}

export type Placed =
  | { readonly ok: true; readonly orderId: string; readonly isNew: boolean; readonly receipt: Receipt | null }
  | ({ readonly ok: false } & Refusal)
