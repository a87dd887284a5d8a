import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

export interface PaymentToOpen {
  collectionId: string
  providerId: string
  currency: string
  /** Pounds. */
  amount: number
}

/**
 * The payment collection and its session. A Bitcoin session is born `pending_authorization`, so the collection is
 * `awaiting` at once; any other provider is asked to authorise, as Medusa's own checkout does last.
 */
export const openPaymentStep = createStep(
  "open-payment",
  async ({ collectionId, providerId, currency, amount }: PaymentToOpen, { container }) => {
    const payments = container.resolve(Modules.PAYMENT)
    const nothingYet = { authorized_amount: 0, captured_amount: 0, refunded_amount: 0 }
    const collection = {
      id: collectionId,
      currency_code: currency,
      amount,
      status: "awaiting",
      ...nothingYet,
    }
    await payments.createPaymentCollections(collection)
    try {
      const session = await payments.createPaymentSession(collectionId, {
        provider_id: providerId,
        currency_code: currency,
        amount,
        data: {},
        context: {},
        metadata: {},
      })
      if (session.status !== "pending_authorization") await payments.authorizePaymentSession(session.id, {})
      return new StepResponse({ sessionId: session.id }, collectionId)
    } catch (error) {
      // A step that throws is not compensated.
      await payments.deletePaymentCollections([collectionId])
      throw error
    }
  },
  async (collectionId, { container }) => {
    if (collectionId) await container.resolve(Modules.PAYMENT).deletePaymentCollections([collectionId])
  },
)
