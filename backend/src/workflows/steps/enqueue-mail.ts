import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { MAIL } from "../../modules/mail"
import type { ShopMail } from "../mail/shop-mail"

/**
 * Writes a mail into the outbox, once for its key. When the workflow fails later the mail is taken back, unless a
 * sender has it already: enqueue last.
 */
export const enqueueMailStep = createStep(
  "enqueue-mail",
  async (mail: ShopMail, { container }): Promise<StepResponse<{ isNew: boolean }, string | null>> => {
    const isNew = await container.resolve(MAIL).enqueue(mail)
    return new StepResponse({ isNew }, isNew ? mail.key : null)
  },
  async (key, { container }) => {
    if (key) await container.resolve(MAIL).withdraw(key)
  },
)
