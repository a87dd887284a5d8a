import { bitcoinRateSchema } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import { problemOf } from "./api-error"
import { request } from "./request"

/** Pounds for one bitcoin, or the shop's own sentence about why it takes none for the moment. */
export type BitcoinRateStatus = { isKnown: true; pounds: string } | { isKnown: false; reason: string }

/** For amounts marked as approximate; the exact one comes with an order. */
export const bitcoinRateQuery = () =>
  queryOptions({
    queryKey: ["bitcoin", "rate"],
    queryFn: ({ signal }): Promise<BitcoinRateStatus> =>
      request("/api/bitcoin/rate", bitcoinRateSchema, { signal }).then(
        ({ rate }) => ({ isKnown: true, pounds: rate }),
        unavailableRate,
      ),
  })

/** That nobody can tell the rate is an answer; anything else that went wrong stays an error. */
function unavailableRate(error: unknown): BitcoinRateStatus {
  const problem = problemOf(error)
  if (problem?.code !== "bitcoin_unavailable") throw error
  return { isKnown: false, reason: problem.detail }
}
