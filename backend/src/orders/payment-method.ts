import type { MedusaContainer } from "@medusajs/framework/types"
import { PAYMENT_METHODS, type PaymentMethod } from "@shop/contracts"
import { CARD_PAYMENT, CARD_PROVIDER, type CardPaymentService } from "../modules/card-payment"

/** Medusa's payment providers. With `manualCard` staff charge cards by hand and capture in the admin. */
export const PROVIDERS = {
  bitcoin: "pp_bitcoin_bitcoin",
  card: CARD_PROVIDER,
  manualCard: "pp_system_default",
} as const satisfies Record<PaymentMethod | "manualCard", string>
type Provider = (typeof PROVIDERS)[keyof typeof PROVIDERS]

/** The providers that take the money themselves: all but `manualCard`. */
export const OWN_PROVIDERS: readonly string[] = PAYMENT_METHODS.map((method) => PROVIDERS[method])
export const OWN_PROVIDER = new RegExp(`^(${OWN_PROVIDERS.join("|")})$`)

/** The method of one of `OWN_PROVIDERS`; undefined: a card by hand, a provider of the shop's own, or no payment. */
export const methodOfProvider = (provider: string | null | undefined): PaymentMethod | undefined =>
  PAYMENT_METHODS.find((method) => PROVIDERS[method] === provider)

/** The providers' names for staff; empty: an order of £0, or one that staff made without a payment. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  "": "No payment",
  [PROVIDERS.bitcoin]: "Bitcoin",
  [PROVIDERS.card]: "Card",
  [PROVIDERS.manualCard]: "Card by hand",
} satisfies Record<Provider | "", string>

/** A payment provider as staff read it. A provider of the shop's own keeps its name. */
export function nameOfProvider(provider: string): string {
  return PROVIDER_NAMES[provider] ?? provider.replace(/^pp_/, "")
}

/** The module of card payments; null: it is not in the configuration. */
export function findCardPayments(container: MedusaContainer): CardPaymentService | null {
  return container.hasRegistration(CARD_PAYMENT) ? container.resolve(CARD_PAYMENT) : null
}

interface Session {
  readonly provider_id: string
  readonly status: string
  readonly created_at: Date
}

/** The payment session that an order is to be paid by: buyers may change the method, which cancels the earlier one. */
export function currentSession<Kept extends Session>(
  collections: readonly { readonly payment_sessions: readonly Kept[] }[],
): Kept | undefined {
  const sessions = collections.flatMap(({ payment_sessions }) => payment_sessions)
  const newest = (one: Kept, other: Kept) => other.created_at.getTime() - one.created_at.getTime()
  return sessions.filter(({ status }) => status !== "canceled").sort(newest)[0] ?? sessions.sort(newest)[0]
}
