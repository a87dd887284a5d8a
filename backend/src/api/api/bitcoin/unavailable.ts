import { RateUnavailable } from "../../../modules/bitcoin-payment"
import { Problem } from "../../problem"

/** No rate, no quote: the card stays. */
export function bitcoinUnavailable(): Problem {
  return new Problem(503, "bitcoin_unavailable", RateUnavailable.sentence)
}

/** For `catch`: a rate that is not known is an answer; every other error goes on as it is. */
export function refuseWithoutRate(error: unknown): never {
  throw error instanceof RateUnavailable ? bitcoinUnavailable() : error
}
