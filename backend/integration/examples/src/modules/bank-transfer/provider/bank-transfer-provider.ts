import { OrderFirstProvider } from "medusa-payments/provider"
import type BankTransferService from "../service"

type Dependencies = {
  /** Resolved at call time: the module may be built after this provider. */
  bankTransfer: BankTransferService
}

/** Nothing that a browser sends makes a payment paid: only a transfer that staff have confirmed does. */
export class BankTransferProvider extends OrderFirstProvider {
  static override identifier = "bank-transfer"
  protected override readonly refundSentence = "Send the money back from the shop's account."

  constructor(
    private readonly dependencies: Dependencies,
    options?: Record<string, unknown>,
  ) {
    super(dependencies, options)
  }

  protected override async isSessionPaid(sessionId: string): Promise<boolean> {
    return (await this.dependencies.bankTransfer.listBankTransfers({ session_id: sessionId })).length > 0
  }

  /** To enter refunds in Medusa, record each that was sent, by an action of staff, and look it up here. */
  protected override admitRefund(): Promise<boolean> {
    return Promise.resolve(false)
  }
}
