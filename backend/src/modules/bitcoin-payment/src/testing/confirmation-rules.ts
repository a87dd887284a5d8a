import type { ConfirmationRules } from "../domain/confirmations"

/** 1 confirmation under £100, 3 under £1,000, else 6: the default of the setting `BITCOIN_CONFIRMATIONS`. */
export const CONFIRMATION_RULES: ConfirmationRules = [
  { below: { GBP: 100 }, confirmations: 1 },
  { below: { GBP: 1000 }, confirmations: 3 },
  { below: null, confirmations: 6 },
]
