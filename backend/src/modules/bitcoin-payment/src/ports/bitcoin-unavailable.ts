/** The message is for the log, `sentence` for shoppers with the way out, `code` for storefronts with a sentence of their own. */
export abstract class BitcoinUnavailable extends Error {
  abstract readonly code: "no_rate" | "currency_not_taken" | "too_small" | "no_chain" | "too_many_unpaid"
  abstract readonly sentence: string
  readonly status = 503

  get answer() {
    return { type: "bitcoin_unavailable", code: this.code, message: this.sentence }
  }
}
