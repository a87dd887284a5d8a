import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { payableMethod } from "../orders/payable-methods"
import { environment } from "../platform/config"
import { transactionPage } from "../platform/config/explorer"
import { mails } from "../platform/metrics/metrics"
import { isRejectedPermanently } from "../modules/mail"
import { PermanentFailure, type LeasedMessage } from "medusa-payments/modules/outbox"
import type { ComposedMail, MailContext } from "./define-mail"
import { LinePictures } from "./line-pictures"
import { MAILS } from "./registry"
import { readShop } from "./shop"

const payloadSchema = z.object({
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
})

const pictures = new LinePictures({
  folder: environment.MEDIA_DIR,
  address: `${environment.BACKEND_PUBLIC_URL}/static/`,
})

/** Sends one mail of the outbox. Its text is composed now, from the data of now. */
export async function sendMail(
  container: MedusaContainer,
  { key, payload, attempts }: LeasedMessage,
): Promise<"done"> {
  const { template, to, data } = payloadSchema.parse(payload)
  const composed = await compose(container, template, data)
  if (composed === null) throw new PermanentFailure("The mail's subject no longer exists.")
  const { mail, resource } = composed
  const { subject, html, text, replyTo, images, continues } = mail
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to,
      channel: "email",
      template,
      content: { subject, html, text },
      attachments: images.map(({ cid, filename, mimeType, content }) => ({
        id: cid,
        filename,
        content,
        content_type: mimeType,
        disposition: "inline",
      })),
      data,
      provider_data: { key, replyTo, ...(continues && { continues }) },
      resource_id: resource.id,
      resource_type: resource.type,
      trigger_type: "outbox",
      // One for each attempt: with the key of a failed attempt the module sends but fails to record it.
      idempotency_key: `${key}#${attempts}`,
    })
  } catch (error) {
    const isRejected = isRejectedPermanently(error)
    mails.inc({ result: isRejected ? "rejected" : "failed" })
    if (isRejected) throw new PermanentFailure(error.message)
    throw error
  }
  mails.inc({ result: "sent" })
  return "done"
}

async function compose(
  container: MedusaContainer,
  name: string,
  data: unknown,
): Promise<ComposedMail | null> {
  const mail = MAILS.find((one) => one.name === name)
  if (!mail) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no mail called '${name}'.`)
  const context: MailContext = {
    container,
    shop: await readShop(container),
    adminUrl: `${environment.BACKEND_PUBLIC_URL}/app`,
    lowStockAt: environment.LOW_STOCK_AT,
    holdMs: environment.BITCOIN_HOLD_MINUTES * 60_000,
    isPayable: async (pence) => (await payableMethod(container, pence)) !== "too_small",
    transactionUrl: transactionPage,
    readLinePictures: (lines) =>
      pictures.read(lines, (message) => container.resolve(ContainerRegistrationKeys.LOGGER).warn(message)),
  }
  return mail.compose(context, data)
}
