import { queryOptions } from "@tanstack/react-query"
import { problemOf } from "./api-error"
import { request } from "./request"

/** Pounds for one bitcoin, or the shop's reason why it accepts none at the moment. */
export type BitcoinRateStatus =
  /** `least`: no smaller amount in pounds can be paid. */
  { isKnown: true; pounds: string; least: string } | { isKnown: false; reason: string }

/** For approximate amounts. The exact amount comes with an order. */
export const bitcoinRateQuery = () =>
  queryOptions({
    queryKey: ["bitcoin", "rate"],
    queryFn: ({ signal }): Promise<BitcoinRateStatus> =>
      request("/api/bitcoin/rate", ({ bitcoinRateSchema }) => bitcoinRateSchema, { signal }).then(
        ({ rate, least }) => ({ isKnown: true, pounds: rate, least }),
        unavailableRate,
      ),
  })

/** An unknown rate is an answer. Any other failure stays an error. */
function unavailableRate(error: unknown): BitcoinRateStatus {
  const problem = problemOf(error)
  if (problem?.code !== "bitcoin_unavailable") throw error
  return { isKnown: false, reason: problem.detail }
}
