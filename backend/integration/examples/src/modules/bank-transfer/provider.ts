import type {
  AuthorizePaymentOutput,
  CapturePaymentOutput,
  GetPaymentStatusOutput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, PaymentActions, PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** Parsed once at start: a provider without configuration stops the start, not the first checkout. */
const optionsSchema = z.object({ account: z.string().min(1) })

/**
 * Payment by bank transfer: staff check the bank account and press Capture. `authorized` places the order at once and reserves
 * its stock, with a payment that waits for capture. A provider that calls another service sends `context.idempotency_key`,
 * treats "already in that state" as success, and never trusts what the browser sent in `data`.
 */
export class BankTransferProvider extends AbstractPaymentProvider {
  static override identifier = "bank-transfer"

  private readonly account: string

  constructor(container: Record<string, unknown>, options: Record<string, unknown>) {
    super(container, options)
    this.account = optionsSchema.parse(options).account
  }

  initiatePayment(): Promise<InitiatePaymentOutput> {
    // The browser can read a session's data: store nothing secret here and trust nothing from it later.
    return Promise.resolve({
      id: crypto.randomUUID(),
      status: PaymentSessionStatus.PENDING,
      data: { account: this.account },
    })
  }

  authorizePayment(): Promise<AuthorizePaymentOutput> {
    return Promise.resolve({ status: PaymentSessionStatus.AUTHORIZED, data: {} })
  }

  /** Staff confirm that the money has arrived. Repeating it changes nothing. */
  capturePayment(): Promise<CapturePaymentOutput> {
    return Promise.resolve({ data: {} })
  }

  /** Staff return the money by hand; Medusa records the amount. */
  refundPayment(): Promise<RefundPaymentOutput> {
    return Promise.resolve({ data: {} })
  }

  getPaymentStatus(): Promise<GetPaymentStatusOutput> {
    return Promise.resolve({ status: PaymentSessionStatus.AUTHORIZED })
  }

  /** The bank sends no webhooks: a call of /hooks/payment for this provider changes nothing. */
  getWebhookActionAndData(_payload: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    return Promise.resolve({ action: PaymentActions.NOT_SUPPORTED })
  }

  retrievePayment = () => Promise.resolve({ data: {} })
  updatePayment = () => Promise.resolve({ data: {} })
  cancelPayment = () => Promise.resolve({ data: {} })
  deletePayment = () => Promise.resolve({ data: {} })
}
