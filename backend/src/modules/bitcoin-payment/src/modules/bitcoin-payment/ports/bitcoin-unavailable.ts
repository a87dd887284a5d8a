/** Bitcoin cannot be offered right now. Its message is for the log; `sentence` for shoppers, with the way out. */
export abstract class BitcoinUnavailable extends Error {
  abstract readonly sentence: string
}
