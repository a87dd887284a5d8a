import { arrivalOf } from "../domain/arrival"
import type { Output } from "../domain/invoice"
import type { Observations, PresentOutput } from "../ports/chain-source"
import type { InvoiceWithOutputs, Poll, StoredInvoice } from "../ports/ledger"
import { changeInvoice, type Shelves, type StoredOutput } from "./model-shelves"

/** The promises about what polls the chain leave behind, without a database. */
export class ModelObservations {
  /** @param shelves the disk as it is now: a restored backup is another one */
  constructor(private readonly shelves: () => Shelves) {}

  outputsOf(invoiceId: string): StoredOutput[] {
    return [...this.shelves().outputs.values()].filter((output) => output.invoiceId === invoiceId)
  }

  liveOutputsOf(invoiceId: string): StoredOutput[] {
    return this.outputsOf(invoiceId).filter(isLive)
  }

  record(poll: Poll, { present, lost }: Observations): InvoiceWithOutputs[] {
    const shelves = this.shelves()
    const asked = poll.asked.filter((invoice) => !this.isOvertaken(invoice))
    const askedIds = new Set(asked.map(({ id }) => id))
    const overtaken = new Set(poll.asked.filter(({ id }) => !askedIds.has(id)).map(({ id }) => id))
    const byAddress = new Map([...shelves.invoices.values()].map((invoice) => [invoice.address, invoice]))
    const lostIds = new Set(lost.map(({ txid }) => txid))
    const spokenOf = new Map(asked.map((invoice) => [invoice.id, invoice]))

    for (const output of present) {
      const invoice = byAddress.get(output.address)
      if (!invoice || overtaken.has(invoice.id)) continue
      this.storeOutput(invoice, output, poll, lostIds)
      // An address that nobody asked about was not looked at, unless the source always sees everything.
      if (poll.covers === "everything") spokenOf.set(invoice.id, spokenOf.get(invoice.id) ?? invoice)
    }
    for (const { txid, status } of lost) {
      for (const [key, output] of shelves.outputs) {
        if (output.txid === txid && !overtaken.has(output.invoiceId) && isLive(output))
          shelves.outputs.set(
            key,
            status === "conflicted" ? { ...output, status, height: null } : missing(output),
          )
      }
    }
    for (const invoice of spokenOf.values())
      changeInvoice(shelves, invoice.id, { lastPollAt: poll.startedAt })
    // In the order they were issued, however the source put it.
    return [...spokenOf.values()]
      .sort((left, right) => left.addressIndex - right.addressIndex)
      .filter(({ id }) => !this.isInDoubt(id))
      .map((invoice) => ({ invoice, outputs: this.outputsOf(invoice.id) }))
  }

  /** It was polled since this poll read it: what this one saw may be older. */
  private isOvertaken({ id, lastPollAt }: StoredInvoice): boolean {
    return this.shelves().invoices.get(id)?.lastPollAt !== lastPollAt
  }

  /** One poll did not find what the one before it found. That may be a hiccup: the next poll decides. */
  private isInDoubt(invoiceId: string): boolean {
    return this.liveOutputsOf(invoiceId).some(({ missed }) => missed > 0)
  }

  private storeOutput(
    invoice: StoredInvoice,
    { txid, vout, amount, status, height, blockTime }: PresentOutput,
    { startedAt, previousAt }: Poll,
    lost: ReadonlySet<string>,
  ): void {
    const key = `${txid}:${vout}`
    const known = this.shelves().outputs.get(key)
    const replaced = this.liveOutputsOf(invoice.id).filter((output) => lost.has(output.txid))
    const lastPollAt = Math.max(previousAt ?? 0, invoice.lastPollAt)
    const seenAt = arrivalOf(
      lastPollAt,
      startedAt,
      blockTime,
      replaced.map((output) => output.seenAt),
    )
    this.shelves().outputs.set(key, {
      txid,
      vout,
      amount,
      status,
      height,
      missed: 0,
      invoiceId: invoice.id,
      seenAt: known?.seenAt ?? seenAt,
    })
  }
}

function isLive({ status }: Output): boolean {
  return status === "mempool" || status === "confirmed"
}

function missing(output: StoredOutput): StoredOutput {
  const missed = output.missed + 1
  return missed > 1 ? { ...output, missed, status: "gone", height: null } : { ...output, missed }
}
