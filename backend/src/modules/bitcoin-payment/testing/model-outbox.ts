import type { Act } from "../domain/acts"
import type { DueAct, StoredInvoice } from "../ports/ledger"
import { Crash } from "./crash"
import type { Shelves } from "./model-shelves"

/** The outbox's promises without a database: an act is queued once, held while it is done, and done once. */
export class ModelOutbox {
  /** Every act that was ever done: a record for the tests, not part of the ledger. */
  readonly done: string[] = []
  private readonly held = new Set<string>()

  /** @param shelves the disk as it is now: a restored backup is another one */
  constructor(private readonly shelves: () => Shelves) {}

  queue(invoiceId: string, asked: readonly Act[]): void {
    const { acts } = this.shelves()
    for (const { kind, notBefore } of asked) {
      const id = `${invoiceId} ${kind}`
      if (acts.has(id)) continue
      acts.set(id, { id, invoiceId, kind, notBefore, attempts: 0, isDone: false })
    }
  }

  async deliver(
    now: number,
    work: (act: DueAct, invoice: StoredInvoice) => Promise<"done" | "moot">,
    onFailure: (act: DueAct, error: unknown) => void,
  ): Promise<void> {
    const tried = new Set<string>()
    for (;;) {
      const act = [...this.shelves().acts.values()].find(
        ({ id, isDone, notBefore }) => !isDone && notBefore <= now && !tried.has(id) && !this.held.has(id),
      )
      const invoice = act && this.shelves().invoices.get(act.invoiceId)
      if (!act || !invoice) return
      tried.add(act.id)
      this.held.add(act.id)
      try {
        const outcome = await work(act, invoice)
        if (outcome === "moot") this.shelves().acts.delete(act.id)
        else {
          this.shelves().acts.set(act.id, { ...act, isDone: true })
          this.done.push(act.id)
        }
      } catch (error) {
        if (error instanceof Crash) throw error
        onFailure(act, error)
        this.shelves().acts.set(act.id, { ...act, attempts: act.attempts + 1 })
      } finally {
        this.held.delete(act.id)
      }
    }
  }
}
