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
import type CardPaymentService from "../service"

type Dependencies = {
  /** Resolved at call time: the module may be built after this provider. */
  cardPayment: CardPaymentService
}

/**
 * Medusa ⇄ our module, without rules. An order is placed before its money comes (`pending_authorization`);
 * whether it came is read from our own tables by the session's id, never from `data`, which a client can write.
 */
export class CardProvider extends AbstractPaymentProvider {
  static override identifier = "card"

  constructor(
    private readonly dependencies: Dependencies,
    options?: Record<string, unknown>,
  ) {
    super(dependencies, options)
  }

  override async initiatePayment({ context }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const id = sessionId(context?.idempotency_key)
    return { id, status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: { session_id: id } }
  }

  /** Medusa captures what is paid together with authorising it: the processor has taken the money already. */
  override async authorizePayment({ context, data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const isPaid = await this.dependencies.cardPayment.isSessionPaid(sessionId(context?.idempotency_key))
    return {
      status: isPaid ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.PENDING_AUTHORIZATION,
      data: data ?? {},
    }
  }

  override async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const isPaid = await this.dependencies.cardPayment.isSessionPaid(sessionId(data?.session_id))
    return { status: isPaid ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.PENDING_AUTHORIZATION }
  }

  /** Capturing is bookkeeping. */
  override async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return { data: data ?? {} }
  }

  override async updatePayment({ data, context }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return { data: { ...data, session_id: sessionId(context?.idempotency_key ?? data?.session_id) } }
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

  /**
   * Enters a refund that the outbox has made at the processor, and no other: a call from here could not be repeated safely.
   * Cancelling a paid order survives the refusal: Medusa leaves its payment as captured, which is the truth.
   */
  override async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const pence = BigInt(Math.round(new BigNumber(amount).numeric * 100))
    const { cardPayment } = this.dependencies
    const isMade = await cardPayment.admitRefund(
      sessionId(data?.session_id),
      pence,
      context?.idempotency_key ?? "",
    )
    if (isMade) return { data: data ?? {} }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "Refund cards in the order's Card payment panel: it has the money returned to the card and enters the refund here.",
    )
  }

  /** The processor calls a route of our own. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }
}

function sessionId(value: unknown): string {
  if (typeof value === "string" && value !== "") return value
  throw new MedusaError(MedusaError.Types.INVALID_DATA, "A card payment needs its payment session's id.")
}
