import type { Currency } from "../domain/currency"
import type { PriceOfBitcoin } from "../domain/quote"
import { BitcoinUnavailable } from "./bitcoin-unavailable"

export interface Rate extends PriceOfBitcoin {
  readonly source: string
  readonly asOf: number
}

export interface RateSource {
  /** @throws RateUnavailable when the rate is not known for sure; an old rate is never returned. */
  current(currency: Currency): Promise<Rate>
}

export class RateUnavailable extends BitcoinUnavailable {
  override readonly code: "no_rate" | "currency_not_taken" = "no_rate"
  override readonly sentence: string =
    "Bitcoin payments are temporarily unavailable: we cannot tell today's rate for sure. " +
    "Please try again in a few minutes."

  constructor(why: string) {
    super(`The rate of Bitcoin is unavailable: ${why}`)
    this.name = "RateUnavailable"
  }
}

/** There is no rate for the currency, and there will be none before the settings change. */
export class CurrencyNotTaken extends RateUnavailable {
  override readonly code = "currency_not_taken"
  override readonly sentence: string

  constructor(currency: Currency) {
    super(`none is fixed for ${currency}`)
    this.name = "CurrencyNotTaken"
    this.sentence = `Prices in ${currency} cannot be paid with Bitcoin here. Please pay another way.`
  }
}
