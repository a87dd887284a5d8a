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

/** Read once when the shop starts: a provider that is not set up stops the start, and not the first buyer. */
const optionsSchema = z.object({ account: z.string().min(1) })

/**
 * Money that arrives at the bank, and staff who see it there and press Capture. `authorized` at once: the order is
 * placed and its stock reserved, with a payment that waits. A provider that asks somebody else over the network sends
 * `context.idempotency_key` along, answers "already so" as success, and never believes what the browser sent in `data`.
 */
export class BankTransferProvider extends AbstractPaymentProvider {
  static override identifier = "bank-transfer"

  private readonly account: string

  constructor(container: Record<string, unknown>, options: Record<string, unknown>) {
    super(container, options)
    this.account = optionsSchema.parse(options).account
  }

  initiatePayment(): Promise<InitiatePaymentOutput> {
    // Public: the browser may read a session's data. Nothing secret, and nothing that is believed later.
    return Promise.resolve({
      id: crypto.randomUUID(),
      status: PaymentSessionStatus.PENDING,
      data: { account: this.account },
    })
  }

  authorizePayment(): Promise<AuthorizePaymentOutput> {
    return Promise.resolve({ status: PaymentSessionStatus.AUTHORIZED, data: {} })
  }

  /** Staff say that the money is there; more than once is the same. */
  capturePayment(): Promise<CapturePaymentOutput> {
    return Promise.resolve({ data: {} })
  }

  /** Staff send it back by hand; Medusa keeps the sum. */
  refundPayment(): Promise<RefundPaymentOutput> {
    return Promise.resolve({ data: {} })
  }

  getPaymentStatus(): Promise<GetPaymentStatusOutput> {
    return Promise.resolve({ status: PaymentSessionStatus.AUTHORIZED })
  }

  /** No bank calls us: what reaches /hooks/payment in its name changes nothing. */
  getWebhookActionAndData(_payload: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    return Promise.resolve({ action: PaymentActions.NOT_SUPPORTED })
  }

  retrievePayment = () => Promise.resolve({ data: {} })
  updatePayment = () => Promise.resolve({ data: {} })
  cancelPayment = () => Promise.resolve({ data: {} })
  deletePayment = () => Promise.resolve({ data: {} })
}
