import { shippingOptionSchema } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import * as z from "zod/mini"
import { request } from "./request"

/** The delivery options and their current prices: the shop's only source of delivery prices. */
export const shippingOptionsQuery = () =>
  queryOptions({
    queryKey: ["shipping-options"],
    queryFn: ({ signal }) => request("/api/shipping-options", z.array(shippingOptionSchema), { signal }),
  })
