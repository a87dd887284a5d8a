import { createHash } from "node:crypto"
import type {
  ProviderSendNotificationDTO,
  ProviderSendNotificationResultsDTO,
} from "@medusajs/framework/types"
import { AbstractNotificationProviderService, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createTransport } from "nodemailer"
import { refusedForGood } from "../refused-for-good"
import { optionsSchema } from "./options"

/** What travels beside the words. */
const extrasSchema = z.object({
  /** The same key gives the same Message-ID, by which mailboxes recognise a mail they have. */
  key: z.string(),
  replyTo: z.string().optional(),
  /** The key of the mail before it in the conversation. */
  continues: z.string().optional(),
})
const contentSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() })
const smtpError = z.object({ command: z.string(), responseCode: z.number(), response: z.string() })

/** Milliseconds; all together well below the time an outbox attempt owns its mail. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Medusa's notification channel `email`, over any SMTP server. */
export class SmtpProvider extends AbstractNotificationProviderService {
  static override identifier = "smtp"

  private readonly transport
  private readonly from: string
  private readonly domain: string

  static override validateOptions(options: Record<string, unknown>): void {
    optionsSchema.parse(options)
  }

  constructor(_dependencies: unknown, options: unknown) {
    super()
    const { smtpUrl, from } = optionsSchema.parse(options)
    this.transport = createTransport({
      url: smtpUrl,
      ...TIMEOUTS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    this.from = from
    this.domain = /@([^>\s]+)/.exec(from)?.[1] ?? "localhost"
  }

  /** @throws MedusaError whose sentence says whether the server refused for good (see `isRefusedForGood`) */
  override async send(
    notification: ProviderSendNotificationDTO,
  ): Promise<ProviderSendNotificationResultsDTO> {
    const content = contentSchema.parse(notification.content)
    const { key, replyTo, continues } = extrasSchema.parse(notification.provider_data)
    try {
      const sent = await this.transport.sendMail({
        ...content,
        // As an object: a list of addresses in the text would be a list of receivers.
        to: { name: "", address: notification.to },
        from: this.from,
        replyTo,
        messageId: this.messageId(key),
        ...(continues !== undefined && {
          inReplyTo: this.messageId(continues),
          references: this.messageId(continues),
        }),
        // What continues a conversation was written by a person.
        headers: continues === undefined ? { "Auto-Submitted": "auto-generated" } : {},
      })
      return { id: sent.messageId }
    } catch (error) {
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, reasonOf(error))
    }
  }

  private messageId(key: string): string {
    return `<${createHash("sha256").update(key).digest("hex").slice(0, 40)}@${this.domain}>`
  }
}

/** Only a refused receiver is final. Everything else (sign-in, relaying, a full disk over there) somebody can mend. */
function reasonOf(error: unknown): string {
  const reply = smtpError.safeParse(error)
  const isFinal =
    reply.success && reply.data.command === "RCPT TO" && /^55[0-3]/.test(String(reply.data.responseCode))
  if (isFinal) return refusedForGood(reply.data.response)
  return error instanceof Error ? error.message : String(error)
}
