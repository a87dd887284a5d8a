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
import { BitcoinUnavailable } from "../../ports/bitcoin-unavailable"
import type BitcoinPaymentService from "../../modules/bitcoin-payment/service"

type Dependencies = {
  /** Resolved at call time: the module may be built after this provider. */
  bitcoinPayment: BitcoinPaymentService
}

/**
 * Medusa ⇄ our module, without rules. An order is placed before its money comes (`pending_authorization`);
 * whether it came is read from our own tables by the session's id, never from `data`, which a client can write.
 */
export class BitcoinProvider extends AbstractPaymentProvider {
  static override identifier = "bitcoin"

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

  /**
   * Medusa captures what is paid together with authorising it: the coins are ours already. It authorises as it completes a
   * cart: an order that cannot be paid is refused here, and its stock is not reserved.
   */
  override async authorizePayment({ context, data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const { settlement, quotes } = this.dependencies.bitcoinPayment
    const session = sessionId(context?.idempotency_key)
    const isPaid = await settlement.isSessionPaid(session)
    if (!isPaid) await refuseUnpayable(() => quotes.ensureSessionPayable(session))
    return {
      status: isPaid ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.PENDING_AUTHORIZATION,
      data: data ?? {},
    }
  }

  override async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const isPaid = await this.dependencies.bitcoinPayment.settlement.isSessionPaid(
      sessionId(data?.session_id),
    )
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
   * A watch-only shop cannot send coins: staff do, record it on the order's page, and only then it is entered here.
   * Cancelling a paid order survives the refusal: Medusa leaves its payment as captured, which is the truth.
   */
  override async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const { bitcoinPayment } = this.dependencies
    const isMade = await bitcoinPayment.reviewService.admitRefund(
      sessionId(data?.session_id),
      new BigNumber(amount).numeric,
      context?.idempotency_key ?? "",
    )
    if (isMade) return { data: data ?? {} }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "No bitcoin can be sent from here. Send it from the shop's wallet and record the refund in the order's Bitcoin panel; it is entered here then.",
    )
  }

  /** There is no such caller: the chain is asked, it does not call. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }
}

/** Medusa answers with the sentence of this type of error, and places no order. */
async function refuseUnpayable(check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof BitcoinUnavailable)) throw error
    throw new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, error.sentence, error.code)
  }
}

function sessionId(value: unknown): string {
  if (typeof value === "string" && value !== "") return value
  throw new MedusaError(MedusaError.Types.INVALID_DATA, "A Bitcoin payment needs its payment session's id.")
}
