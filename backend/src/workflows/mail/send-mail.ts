import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { isRefusedForGood } from "../../modules/mail"
import { PermanentFailure, type LeasedMessage } from "../../modules/outbox"
import { compose } from "./compose"

const payloadSchema = z.object({
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/** Sends one mail of the outbox. Its text is composed now, from the data of now. */
export async function sendMail(
  container: MedusaContainer,
  { key, payload, attempts }: LeasedMessage,
): Promise<"done"> {
  const { template, to, data } = payloadSchema.parse(payload)
  const composed = await compose(container, template, data)
  if (composed === null) throw new PermanentFailure("What it was about is gone.")
  const { mail, resource } = composed
  const { subject, html, text, replyTo, continues } = mail
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to,
      channel: "email",
      template,
      content: { subject, html, text },
      data,
      provider_data: { key, replyTo, ...(continues && { continues }) },
      resource_id: resource.id,
      resource_type: resource.type,
      trigger_type: "outbox",
      // One for each attempt: with the key of a failed attempt the module sends but fails to record it.
      idempotency_key: `${key}#${attempts}`,
    })
  } catch (error) {
    if (isRefusedForGood(error)) throw new PermanentFailure(error.message)
    throw error
  }
  return "done"
}
