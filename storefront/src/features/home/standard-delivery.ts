import type { ShippingOption } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { shippingOptionsQuery } from "../../api/catalogue"
import { penceOf } from "../../lib/money"

/** The standard delivery, as far as it is loaded. */
export const useStandardDelivery = (): ShippingOption | undefined =>
  useQuery(shippingOptionsQuery()).data?.find(({ id }) => id === "standard")

/** Whether a delivery is known to cost nothing. */
export const isFree = (delivery: ShippingOption | undefined): boolean =>
  delivery !== undefined && penceOf(delivery.price) === 0
