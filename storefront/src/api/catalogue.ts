import type { ShippingOption } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import { problemOf } from "../lib/api-error"
import { catalogueParserOf, parserOf } from "./load-schemas"
import { request, requestOrNull } from "./request"

export const categoriesQuery = () =>
  queryOptions({
    queryKey: ["categories"],
    queryFn: ({ signal }) => request("/api/categories", catalogueParserOf("categoriesSchema"), { signal }),
  })

export const categoryQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: ["categories", slugOrId],
    queryFn: ({ signal }) => {
      if (!slugOrId) throw new Error("Category ID is required")
      return requestOrNull(
        `/api/categories/${encodeURIComponent(slugOrId)}`,
        catalogueParserOf("categorySchema"),
        {
          signal,
        },
      )
    },
  })

/** At least this long between two reads, in ms: this device's clock may be wrong. */
const SOONEST_MS = 60_000

/** The only source of delivery prices and days. The days change at a cut-off, and an open page reads them again then. */
export const shippingOptionsQuery = () =>
  queryOptions({
    queryKey: ["shipping-options"],
    queryFn: async ({ signal }) => {
      const path = "/api/shipping-options"
      const options = await request(path, parserOf("shippingOptionsSchema"), { signal })
      return options.map(withoutPastEstimate)
    },
    refetchInterval: ({ state: { data } }) => {
      const cutOff = data?.[0]?.estimate?.paidBefore
      return cutOff ? Math.max(SOONEST_MS, Date.parse(cutOff) - Date.now()) : false
    },
    refetchIntervalInBackground: true,
  })

/** While the backend is away, an old answer is served: its prices, but not its days. */
const withoutPastEstimate = (option: ShippingOption): ShippingOption =>
  option.estimate && Date.parse(option.estimate.paidBefore) < Date.now()
    ? { ...option, estimate: null }
    : option

export type BitcoinRateStatus =
  /** `least`: no smaller amount in pounds can be paid. */
  { isKnown: true; pounds: string; least: string } | { isKnown: false; reason: string }

/** For approximate amounts. The exact amount comes with an order. */
export const bitcoinRateQuery = () =>
  queryOptions({
    queryKey: ["bitcoin", "rate"],
    queryFn: ({ signal }): Promise<BitcoinRateStatus> =>
      request("/api/bitcoin/rate", parserOf("bitcoinRateSchema"), { signal }).then(
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
