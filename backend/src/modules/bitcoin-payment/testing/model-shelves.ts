import type { InvoiceState, Output } from "../domain/invoice"
import type { Claim, ClaimVerdict, OutboxMessage, LastPoll, StoredInvoice } from "../ports/ledger"

export interface StoredOutput extends Output {
  readonly invoiceId: string
  /** Polls in a row that did not find it. */
  readonly missed: number
}

export interface StoredMessage extends OutboxMessage {
  readonly notBefore: number
  readonly isDone: boolean
}

export interface Transition {
  readonly invoiceId: string
  readonly from: InvoiceState
  readonly to: InvoiceState
  readonly cause: string
}

/** All that a disk holds. Its values are never changed, only replaced, so a copy of the maps is a backup. */
export interface Shelves {
  nextIndex: number
  poll: LastPoll
  invoices: Map<string, StoredInvoice>
  outputs: Map<string, StoredOutput>
  messages: Map<string, StoredMessage>
  claims: Map<string, Claim & { readonly verdict: ClaimVerdict }>
  transitions: Transition[]
}

/** Puts a changed invoice in the place of the one that was there. */
export function changeInvoice({ invoices }: Shelves, id: string, change: Partial<StoredInvoice>): void {
  const invoice = invoices.get(id)
  if (invoice) invoices.set(id, { ...invoice, ...change })
}

export function emptyShelves(): Shelves {
  return {
    nextIndex: 0,
    poll: { at: null, tip: null, failure: null },
    invoices: new Map(),
    outputs: new Map(),
    messages: new Map(),
    claims: new Map(),
    transitions: [],
  }
}

export function copyOf({ invoices, outputs, messages, claims, transitions, ...rest }: Shelves): Shelves {
  return {
    ...rest,
    invoices: new Map(invoices),
    outputs: new Map(outputs),
    messages: new Map(messages),
    claims: new Map(claims),
    transitions: [...transitions],
  }
}
