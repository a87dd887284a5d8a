import type { PlaceOrder } from "@shop/contracts"

/** Medusa's name of each way to pay: Bitcoin is our module's; a card is captured by staff, by hand, in the admin. */
export const PROVIDERS = {
  bitcoin: "pp_bitcoin_bitcoin",
  card: "pp_system_default",
} as const satisfies Record<PlaceOrder["paymentMethod"], string>
