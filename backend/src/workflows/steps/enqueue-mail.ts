import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { OUTBOX } from "medusa-payment-bitcoin/modules/outbox"
import { enqueueMail, type MailRequest } from "../../mail/enqueue-mail"

/** Time in which a workflow that fails later can withdraw its mail. */
const GRACE_MS = 2000

/**
 * Puts a mail into the outbox, once for its key. If the workflow fails later, the mail is withdrawn unless it was sent
 * already: enqueue last.
 */
export const enqueueMailStep = createStep(
  "enqueue-mail",
  async (mail: MailRequest, { container }): Promise<StepResponse<{ isNew: boolean }, string | null>> => {
    const isNew = await enqueueMail(container, mail, { notBefore: new Date(Date.now() + GRACE_MS) })
    return new StepResponse({ isNew }, isNew ? mail.key : null)
  },
  async (key, { container }) => {
    if (key) await container.resolve(OUTBOX).withdraw(key)
  },
)
