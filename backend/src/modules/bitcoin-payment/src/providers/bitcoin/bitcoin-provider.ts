import { MedusaError } from "@medusajs/framework/utils"
import { OrderFirstProvider } from "medusa-payments/provider"
import { BitcoinUnavailable } from "../../ports/bitcoin-unavailable"
import type BitcoinPaymentService from "../../modules/bitcoin-payment/service"

type Dependencies = {
  /** Resolved at call time: the module may be built after this provider. */
  bitcoinPayment: BitcoinPaymentService
}

/** A watch-only shop cannot send coins: staff do, record it on the order's page, and only then a refund is entered here. */
export class BitcoinProvider extends OrderFirstProvider {
  static override identifier = "bitcoin"
  protected override readonly refundSentence =
    "No bitcoin can be sent from here. Send it from the shop's wallet and record the refund in the order's Bitcoin panel; it is entered here then."

  constructor(
    private readonly dependencies: Dependencies,
    options?: Record<string, unknown>,
  ) {
    super(dependencies, options)
  }

  protected override isSessionPaid(sessionId: string): Promise<boolean> {
    return this.dependencies.bitcoinPayment.settlement.isSessionPaid(sessionId)
  }

  protected override admitRefund(sessionId: string, amount: number, refundId: string): Promise<boolean> {
    return this.dependencies.bitcoinPayment.reviewService.admitRefund(sessionId, amount, refundId)
  }

  protected override async estimate(amount: number, currency: string): Promise<Record<string, unknown>> {
    return { bitcoin_estimate: await this.dependencies.bitcoinPayment.quotes.estimate(amount, currency) }
  }

  protected override async proofOf(sessionId: string): Promise<Record<string, unknown>> {
    return { bitcoin: await this.dependencies.bitcoinPayment.settlement.proofOf(sessionId) }
  }

  /** Medusa answers with the sentence of this type of error, and places no order. */
  protected override async refuseUnpayable(sessionId: string): Promise<void> {
    try {
      await this.dependencies.bitcoinPayment.quotes.ensureSessionPayable(sessionId)
    } catch (error) {
      if (!(error instanceof BitcoinUnavailable)) throw error
      throw new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, error.sentence, error.code)
    }
  }
}
