import { shippingOptionSchema } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import * as z from "zod/mini"
import { request } from "./request"

/** The ways of delivery and what they cost now: the only source of a delivery price anywhere in the shop. */
export const shippingOptionsQuery = () =>
  queryOptions({
    queryKey: ["shipping-options"],
    queryFn: ({ signal }) => request("/api/shipping-options", z.array(shippingOptionSchema), { signal }),
  })
