/** What staff call Medusa's payment providers; another provider goes by its own name. */
const NAMES: Readonly<Record<string, string>> = { pp_bitcoin_bitcoin: "Bitcoin", pp_system_default: "Card" }

export const paymentMethod = (provider: string) => NAMES[provider] ?? provider.replace(/^pp_/, "")
