import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { ContactMessage } from "@shop/contracts"
import { CONTACT } from "../../modules/contact"

export type MessageToStore = Omit<ContactMessage, "consent">

export interface StoredMessage {
  id: string
  /** ISO 8601. */
  receivedAt: string
}

/** Keeps the message with the moment of its sender's consent. */
export const storeContactMessageStep = createStep(
  "store-contact-message",
  async (message: MessageToStore, { container }): Promise<StepResponse<StoredMessage, string>> => {
    const stored = await container
      .resolve(CONTACT)
      .createContactMessages({ ...message, consent_at: new Date() })
    return new StepResponse(
      { id: stored.id, receivedAt: new Date(stored.created_at).toISOString() },
      stored.id,
    )
  },
  async (id, { container }) => {
    if (id) await container.resolve(CONTACT).deleteContactMessages(id)
  },
)
