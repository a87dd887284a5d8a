import { bitcoinRateSchema } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import { request } from "./request"

/** Pounds for one bitcoin, for amounts marked as approximate; the exact one comes with an order. */
export const bitcoinRateQuery = () =>
  queryOptions({
    queryKey: ["bitcoin", "rate"],
    queryFn: ({ signal }) => request("/api/bitcoin/rate", bitcoinRateSchema, { signal }),
  })
