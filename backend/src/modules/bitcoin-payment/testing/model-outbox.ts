import type { Effect } from "../domain/effects"
import type { OutboxMessage, StoredInvoice } from "../ports/ledger"
import { Crash } from "./crash"
import type { Shelves } from "./model-shelves"

/** The outbox's promises without a database: a message is queued once, held while it is done, and done once. */
export class ModelOutbox {
  /** Every message that was ever done: a record for the tests, not part of the ledger. */
  readonly done: string[] = []
  private readonly held = new Set<string>()

  /** @param shelves the disk as it is now: a restored backup is another one */
  constructor(private readonly shelves: () => Shelves) {}

  queue(invoiceId: string, asked: readonly Effect[]): void {
    const { messages } = this.shelves()
    for (const { kind, notBefore } of asked) {
      const id = `${invoiceId} ${kind}`
      if (messages.has(id)) continue
      messages.set(id, { id, invoiceId, kind, notBefore, attempts: 0, isDone: false })
    }
  }

  async deliver(
    now: number,
    work: (message: OutboxMessage, invoice: StoredInvoice) => Promise<"done" | "skipped">,
    onFailure: (message: OutboxMessage, error: unknown) => void,
  ): Promise<void> {
    const tried = new Set<string>()
    for (;;) {
      const message = [...this.shelves().messages.values()].find(
        ({ id, isDone, notBefore }) => !isDone && notBefore <= now && !tried.has(id) && !this.held.has(id),
      )
      const invoice = message && this.shelves().invoices.get(message.invoiceId)
      if (!message || !invoice) return
      tried.add(message.id)
      this.held.add(message.id)
      try {
        const outcome = await work(message, invoice)
        if (outcome === "skipped") this.shelves().messages.delete(message.id)
        else {
          this.shelves().messages.set(message.id, { ...message, isDone: true })
          this.done.push(message.id)
        }
      } catch (error) {
        if (error instanceof Crash) throw error
        onFailure(message, error)
        this.shelves().messages.set(message.id, { ...message, attempts: message.attempts + 1 })
      } finally {
        this.held.delete(message.id)
      }
    }
  }
}
