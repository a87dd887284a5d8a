import type { BitcoinPayment } from "@shop/contracts"
import type { UnpayableReason } from "../../orders/payable-methods"

export interface Buyer {
  /** The signed-in customer, whose order it will be; null for a guest. */
  readonly customerId: string | null
  readonly address: string
}

/** Why an order was not placed. Each is an answer that a shopper can act on. Money in pence. */
export type Rejection =
  | { readonly reason: "unknown_cart" }
  | { readonly reason: "empty_cart" }
  | { readonly reason: "no_delivery"; readonly method: string }
  | { readonly reason: "withdrawn"; readonly product: string }
  | { readonly reason: "out_of_stock"; readonly product: string; readonly available: number }
  | {
      readonly reason: "totals_changed"
      readonly subtotal: number
      readonly discount: number
      readonly shipping: number
      readonly total: number
      readonly discountProblem: string | null
    }
  /** `product` is null if the whole order is too large. */
  | { readonly reason: "too_many_pieces"; readonly product: string | null; readonly most: number }
  | { readonly reason: "too_many_unpaid_orders"; readonly sharedBy: "address" | "email" | "bitcoin" }
  | { readonly reason: "held_for_payment"; readonly product: string; readonly available: number }
  | UnpayableReason

/** Why an order cannot be paid by another method, or its difference not now. */
export type MethodRejection = { readonly reason: "not_payable" | "payment_seen" } | Rejection

export interface OrderSummary {
  readonly number: number
  readonly total: number
  readonly bitcoin: BitcoinPayment | null
  /** Whether it is paid by card on a processor's page. */
  readonly isHostedCard: boolean
}

export type Placed =
  | {
      readonly ok: true
      readonly orderId: string
      readonly isNew: boolean
      readonly summary: OrderSummary | null
    }
  | ({ readonly ok: false } & Rejection)
