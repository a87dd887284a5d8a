import { queryOptions } from "@tanstack/react-query"
import { request } from "./request"

/** The delivery options and their current prices: the shop's only source of delivery prices. */
export const shippingOptionsQuery = () =>
  queryOptions({
    queryKey: ["shipping-options"],
    queryFn: ({ signal }) =>
      request("/api/shipping-options", ({ shippingOptionsSchema }) => shippingOptionsSchema, { signal }),
  })
