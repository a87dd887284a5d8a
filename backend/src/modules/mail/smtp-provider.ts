import { createHash } from "node:crypto"
import type {
  ProviderSendNotificationDTO,
  ProviderSendNotificationResultsDTO,
} from "@medusajs/framework/types"
import { AbstractNotificationProviderService, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createTransport } from "nodemailer"

const optionsSchema = z.object({
  /** The mail server, like `smtp://user:password@host:587` (with STARTTLS, see `requiresTls`) or `smtps://…:465`. */
  smtpUrl: z.url({ protocol: /^smtps?$/ }),
  /** The sender, like `Your Shop <orders@shop.example>`. */
  from: z.string().min(3),
})

const extrasSchema = z.object({
  /** The Message-ID is derived from the key, so that mail servers recognise a mail they already have. */
  key: z.string(),
  replyTo: z.string().optional(),
  /** The key of the previous mail in the conversation. */
  continues: z.string().optional(),
})
const contentSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() })
/** Pictures inside the HTML, which names them by their id. */
const picturesSchema = z
  .array(z.object({ id: z.string(), filename: z.string(), content: z.base64(), content_type: z.string() }))
  .nullish()
const smtpError = z.object({ command: z.string(), responseCode: z.number(), response: z.string() })

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Medusa's notification module keeps only an error's message, so the message carries this mark. */
const PERMANENT = "rejected permanently"

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])

/** Whether mail is sent only if the connection can be encrypted: to every server but one on this machine. */
export function requiresTls(smtpUrl: string): boolean {
  return !LOOPBACK.has(new URL(smtpUrl).hostname)
}

export function isRejectedPermanently(error: unknown): error is Error {
  return error instanceof Error && error.message.includes(PERMANENT)
}

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
      requireTLS: requiresTls(smtpUrl),
      ...TIMEOUTS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    this.from = from
    this.domain = /@([^>\s]+)/.exec(from)?.[1] ?? "localhost"
  }

  /** @throws MedusaError; see `isRejectedPermanently` */
  override async send(
    notification: ProviderSendNotificationDTO,
  ): Promise<ProviderSendNotificationResultsDTO> {
    const content = contentSchema.parse(notification.content)
    const { key, replyTo, continues } = extrasSchema.parse(notification.provider_data)
    const pictures = picturesSchema.parse(notification.attachments) ?? []
    try {
      const sent = await this.transport.sendMail({
        ...content,
        // As a string, an address with a comma in it would be a list of recipients.
        to: { name: "", address: notification.to },
        from: this.from,
        replyTo,
        messageId: this.messageId(key),
        ...(continues !== undefined && {
          inReplyTo: this.messageId(continues),
          references: this.messageId(continues),
        }),
        attachments: pictures.map(({ id, filename, content, content_type }) => ({
          cid: id,
          filename,
          content,
          encoding: "base64",
          contentType: content_type,
          contentDisposition: "inline" as const,
        })),
        // An answer in a conversation was written by a person.
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

/** Only a rejected recipient is permanent. Staff can fix the rest, such as credentials or relaying. */
function reasonOf(error: unknown): string {
  const reply = smtpError.safeParse(error)
  const isPermanent =
    reply.success && reply.data.command === "RCPT TO" && /^55[0-3]/.test(String(reply.data.responseCode))
  if (isPermanent) return `${PERMANENT}: ${reply.data.response}`
  return error instanceof Error ? error.message : String(error)
}
