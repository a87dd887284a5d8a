import type { ShippingOption } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import { request } from "./request"

/** At least this long between two reads, in ms: this device's clock may be wrong. */
const SOONEST_MS = 60_000

/**
 * The delivery options, their current prices and their days of arrival: the shop's only source of these. The days change at a
 * cut-off, and a page that stays open reads them again then.
 */
export const shippingOptionsQuery = () =>
  queryOptions({
    queryKey: ["shipping-options"],
    queryFn: async ({ signal }) => {
      const path = "/api/shipping-options"
      const options = await request(path, ({ shippingOptionsSchema }) => shippingOptionsSchema, { signal })
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
