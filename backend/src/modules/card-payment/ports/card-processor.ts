export type Pence = number
/** Milliseconds since 1970. */
export type Milliseconds = number

export interface SessionRequest {
  /** Ours. A repeated request with the same key and content returns the same session. */
  readonly idempotencyKey: string
  readonly orderId: string
  readonly paymentId: string
  readonly pence: Pence
  /** ISO 4217, lower case. */
  readonly currency: string
  readonly description: string
  /** The processor accepts no payment afterwards. */
  readonly expiresAt: Milliseconds
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface SessionFacts {
  readonly id: string
  /** `complete`: the buyer finished, and the money may follow later. `expired`: it takes no money any more. */
  readonly state: "open" | "complete" | "expired"
  readonly isPaid: boolean
  /** The order id that the session was created with. */
  readonly orderId: string | null
  readonly pence: Pence
  readonly currency: string
  /** The processor's payment, once there was an attempt. */
  readonly paymentId: string | null
  /** Whether the last attempt was declined. */
  readonly isDeclined: boolean
}

export interface ProcessorRefund {
  readonly id: string
  readonly pence: Pence
  readonly status: "pending" | "succeeded" | "failed"
  /** Our refund's id; null for a refund that was made at the processor. */
  readonly reference: string | null
  readonly at: Milliseconds
}

/** What a dispute moved in the shop's balance. */
export interface DisputeBooking {
  readonly id: string
  /** Below zero: taken back for the cardholder. */
  readonly pence: Pence
  /** Below zero: a fee that is returned. */
  readonly feePence: Pence
  readonly at: Milliseconds
}

export interface ProcessorDispute {
  readonly id: string
  readonly pence: Pence
  /** The processor's word, like `fraudulent`. */
  readonly reason: string
  readonly status: string
  readonly outcome: "open" | "won" | "lost"
  /** The last moment for evidence. */
  readonly respondBy: Milliseconds | null
  /** Its money leaves when it begins, and returns if the shop wins. */
  readonly bookings: readonly DisputeBooking[]
}

export interface PaymentFacts {
  readonly card: { readonly brand: string; readonly last4: string; readonly wallet: string | null } | null
  /** Null while the processor has not told it. */
  readonly feePence: Pence | null
  readonly refunds: readonly ProcessorRefund[]
  readonly disputes: readonly ProcessorDispute[]
}

/** Something changed at the processor. It proves nothing: it is a reason to read. */
export interface Notification {
  readonly eventId: string
  readonly type: string
  /** The session or the processor's payment that it is about; null: nothing that we follow. */
  readonly about: { readonly sessionId: string } | { readonly paymentId: string } | null
}

/** Every call takes ten seconds at most. @throws CardProcessorError from every method but `readNotification` */
export interface CardProcessor {
  readonly name: string
  readonly leastPence: Pence
  createSession(request: SessionRequest): Promise<{ id: string; url: string }>
  readSession(id: string): Promise<SessionFacts>
  /** Ends an open page. A page that is over stays as it is. @returns what it is afterwards, which may be paid */
  expireSession(id: string): Promise<SessionFacts>
  readPayment(paymentId: string): Promise<PaymentFacts>
  /** @param refund.reference our refund's id, by which `readPayment` tells it */
  refund(refund: {
    paymentId: string
    pence: Pence
    reference: string
    idempotencyKey: string
  }): Promise<ProcessorRefund>
  paymentUrl(paymentId: string): string
  sessionUrl(sessionId: string): string
  /** Verifies the signature before it reads. @returns null: not from the processor */
  readNotification(body: Buffer, signature: string | undefined): Notification | null
}

/**
 * - `certain`: the processor refused. Nothing happened, and repeating it does not help.
 * - `retry`: nothing happened, and a later attempt may succeed.
 * - `unknown`: it may have happened. Repeat it with the same idempotency key.
 */
export type FailureKind = "certain" | "retry" | "unknown"

export class CardProcessorError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = "CardProcessorError"
  }
}
