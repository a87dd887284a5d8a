import {
  AbstractPaymentProvider,
  BigNumber,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"

/**
 * Medusa ⇄ a payment method, without rules. An order is placed before its money comes (`pending_authorization`);
 * whether it came is asked of the method by the session's id, never of `data`, which a client can write.
 */
export abstract class OrderFirstProvider extends AbstractPaymentProvider {
  /** Where staff make refunds instead: the answer to Medusa's own refund. */
  protected abstract readonly refundSentence: string

  protected abstract isSessionPaid(sessionId: string): Promise<boolean>

  /** Whether a refund of this amount (in whole units) was made already and may be entered. */
  protected abstract admitRefund(sessionId: string, amount: number, medusaRefundId: string): Promise<boolean>

  /** @throws MedusaError `payment_authorization_error` when no money for this session could be taken: Medusa places no order */
  protected refuseUnpayable(_sessionId: string): Promise<void> {
    return Promise.resolve()
  }

  /** What a storefront may show before the order, beside the amount. It binds nobody. */
  protected estimate(_amount: number, _currency: string): Promise<Record<string, unknown>> {
    return Promise.resolve({})
  }

  /** How a session was paid, for those who read Medusa's payment. */
  protected proofOf(_sessionId: string): Promise<Record<string, unknown>> {
    return Promise.resolve({})
  }

  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const id = readSessionId(input.context?.idempotency_key)
    const estimate = await this.estimate(new BigNumber(input.amount).numeric, input.currency_code)
    return { id, status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: { ...estimate, session_id: id } }
  }

  // What is paid is captured together with its authorisation. Medusa authorises as it completes a cart: an order that cannot
  // be paid is refused before its stock is reserved.
  override async authorizePayment({ context, data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const id = readSessionId(context?.idempotency_key)
    const status = await this.statusOf(id)
    if (status === PaymentSessionStatus.CAPTURED)
      return { status, data: { ...data, ...(await this.proofOf(id)) } }
    await this.refuseUnpayable(id)
    return { status, data: data ?? {} }
  }

  override async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return { status: await this.statusOf(readSessionId(data?.session_id)) }
  }

  /** Capturing is bookkeeping. */
  override async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return { data: data ?? {} }
  }

  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { data, context, amount, currency_code } = input
    const estimate = await this.estimate(new BigNumber(amount).numeric, currency_code)
    return {
      data: { ...data, ...estimate, session_id: readSessionId(context?.idempotency_key ?? data?.session_id) },
    }
  }

  override async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: data ?? {} }
  }

  override async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return { data: data ?? {} }
  }

  override async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return { data: data ?? {} }
  }

  // Enters a refund whose money has gone, and no other. Medusa's cancellation of a paid order survives the refusal;
  // `correctCancellation` mends what it writes of it.
  override async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const id = readSessionId(data?.session_id)
    if (await this.admitRefund(id, new BigNumber(amount).numeric, context?.idempotency_key ?? ""))
      return { data: data ?? {} }
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, this.refundSentence)
  }

  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  private async statusOf(sessionId: string): Promise<PaymentSessionStatus> {
    return (await this.isSessionPaid(sessionId))
      ? PaymentSessionStatus.CAPTURED
      : PaymentSessionStatus.PENDING_AUTHORIZATION
  }
}

function readSessionId(value: unknown): string {
  if (typeof value === "string" && value !== "") return value
  throw new MedusaError(MedusaError.Types.INVALID_DATA, "A payment needs its payment session's id.")
}
