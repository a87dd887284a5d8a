import { Problem } from "../../../http/problem"

/** No rate or no address, no quote: the card stays. */
export function bitcoinUnavailable({ sentence }: { sentence: string }): Problem {
  return new Problem(503, "bitcoin_unavailable", sentence)
}
