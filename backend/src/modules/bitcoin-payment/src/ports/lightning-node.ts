import type { Satoshis } from "../domain/satoshis"

/** 64 lower-case hex digits. */
export type PaymentHash = string
export type Preimage = string

/** Where a list of settled invoices ended; only the adapter that made it reads it. Null: before the first. */
export type SettledCursor = string | null

export interface InvoiceRequest {
  readonly sats: Satoshis
  /** Shown by the buyer's wallet; at most 128 characters (phoenixd). */
  readonly description: string
  readonly expirySeconds: number
  /** Ours, unique: where the node keeps labels, a repeated request returns the invoice that it made at first. */
  readonly label: string
}

export interface LightningInvoice {
  readonly paymentHash: PaymentHash
  readonly bolt11: string
  readonly expiresAt: Date
}

export interface Settlement {
  /** What the buyer paid, before the fees of the node's own provider. */
  readonly receivedMsat: bigint
  readonly settledAt: Date
  /** Its SHA-256 is the payment hash: every adapter checks it. */
  readonly preimage: Preimage
}

export type InvoiceState =
  | { readonly state: "open" }
  | ({ readonly state: "settled" } & Settlement)
  /** Expired or cancelled: the node accepts no payment for it. */
  | { readonly state: "ended" }

/** As the node lists it: only `find` checks its preimage. */
export interface SettledInvoice extends Settlement {
  readonly paymentHash: PaymentHash
  readonly description: string
  /** Null: the node keeps none (LND). */
  readonly label: string | null
}

export interface LightningStatus {
  /** Public key, 66 hex digits. */
  readonly nodeId: string
  readonly alias: string
  /** The inbound liquidity of usable channels; unlimited: the node buys more when a payment needs it. */
  readonly receivableMsat: bigint | "unlimited"
  /** What phoenixd's provider holds of earlier payments towards a channel; it is not paid back. */
  readonly feeCreditSat?: Satoshis
}

/**
 * A node that makes invoices for the shop and tells whether they are paid, with a credential that cannot spend: the credential is
 * proven before the first request of each process. Every method answers from the node or throws `LightningUnavailable`; it never
 * guesses "unpaid".
 */
export interface LightningNode {
  readonly name: string
  create(request: InvoiceRequest): Promise<LightningInvoice>
  /** Undefined: the node has no such invoice, as Core Lightning after a cancellation. */
  find(paymentHash: PaymentHash): Promise<InvoiceState | undefined>
  /**
   * `cancelled`: no payment will be accepted, also when the invoice had ended or is unknown. `settled`: the payment came first.
   * `not_supported`: it stays payable until it expires (phoenixd).
   */
  cancel(paymentHash: PaymentHash): Promise<"cancelled" | "settled" | "not_supported">
  /** Also proves that the node is on the shop's network. */
  status(): Promise<LightningStatus>
  /** Everything that was settled after the cursor, the invoices of other programs too. Some may come again with the next cursor. */
  settledSince(cursor: SettledCursor): Promise<{ settled: SettledInvoice[]; cursor: SettledCursor }>
  /**
   * Tells what settles from now on; where the node can, also what did after a cursor. Hints only: a hint may be lost or repeated,
   * `find` decides. Resolves when the signal aborts. @throws LightningUnavailable when the connection is lost: call it again
   */
  follow(
    after: SettledCursor,
    onSettled: (paymentHash: PaymentHash) => void,
    signal: AbortSignal,
  ): Promise<void>
  /** Whether the credential allows what the shop needs and no spending. @throws LightningUnavailable while the node cannot be asked */
  checkCredential(): Promise<CredentialCheck>
}

export type CredentialCheck =
  /** `warning`: it allows more than the shop needs, but no spending. */
  | { readonly isAccepted: true; readonly warning: string | null }
  /** `remedy`: the command that makes the right one. */
  | { readonly isAccepted: false; readonly reason: string; readonly remedy: string }

/** The node gave no trustworthy answer: a time-out, nonsense, another network, a preimage that does not fit. Nothing may change on it. */
export class LightningUnavailable extends Error {
  /** True: it answers, and the others of its invoices may be as they should. */
  readonly isAboutOneInvoice: boolean = false

  constructor(
    readonly node: string,
    why: string,
    options?: ErrorOptions,
  ) {
    super(`${node} is unavailable: ${why}`, options)
    this.name = "LightningUnavailable"
  }
}

/** What the node says of an invoice cannot be: a preimage that does not fit, another amount. */
export class LightningNonsense extends LightningUnavailable {
  override readonly isAboutOneInvoice = true
}

/** The node said no for certain: the call changed nothing. */
export class LightningRefusal extends LightningUnavailable {
  override readonly isAboutOneInvoice = true

  constructor(
    node: string,
    call: string,
    /** The node's own code, else HTTP's. */
    readonly code: number,
    readonly said: string,
  ) {
    super(node, `it refused ${call} (${code}): ${said.slice(0, 200)}`)
    this.name = "LightningRefusal"
  }
}

/** The credential allows more than it may, so the shop does not use it. */
export class CredentialTooBroad extends LightningUnavailable {
  constructor(node: string, reason: string, remedy: string) {
    super(node, `${reason} Make a credential that cannot spend: ${remedy}`)
    this.name = "CredentialTooBroad"
  }
}
