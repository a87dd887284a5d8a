import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../platform/config"
import { cardMethod } from "../platform/config/rules"
import type { CardPaymentService } from "../modules/card-payment"
import { findCardPayments } from "./payment-method"

/** How the shop takes cards: on a processor's page, by hand, or not at all. */
export type CardMethod =
  | {
      readonly how: "hosted"
      readonly processor: string
      readonly service: CardPaymentService
      readonly leastPence: number
    }
  | { readonly how: "manual"; readonly leastPence: number }
  | null

export async function readCardMethod(container: MedusaContainer): Promise<CardMethod> {
  const service = findCardPayments(container)
  if (service !== null && service.processor !== null) {
    const { name: processor, leastPence } = service.processor
    return { how: "hosted", processor, service, leastPence }
  }
  return cardMethod(environment) === "manual" ? { how: "manual", leastPence: 1 } : null
}
