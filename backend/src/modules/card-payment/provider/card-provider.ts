import { OrderFirstProvider } from "medusa-payments/provider"
import type CardPaymentService from "../service"

type Dependencies = {
  /** Resolved at call time: the module may be built after this provider. */
  cardPayment: CardPaymentService
}

/** The outbox makes a refund at the processor; only then it is entered here: a call from here could not be repeated safely. */
export class CardProvider extends OrderFirstProvider {
  static override identifier = "card"
  protected override readonly refundSentence =
    "Refund cards in the order's Card payment panel: it has the money returned to the card and enters the refund here."

  constructor(
    private readonly dependencies: Dependencies,
    options?: Record<string, unknown>,
  ) {
    super(dependencies, options)
  }

  protected override isSessionPaid(sessionId: string): Promise<boolean> {
    return this.dependencies.cardPayment.payments.isSessionPaid(sessionId)
  }

  protected override admitRefund(sessionId: string, amount: number, refundId: string): Promise<boolean> {
    return this.dependencies.cardPayment.refunds.admit(sessionId, Math.round(amount * 100), refundId)
  }
}
