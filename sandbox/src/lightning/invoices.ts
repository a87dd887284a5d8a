import { createHash, randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { z } from "zod"
import { writeAtomically } from "../process/write-atomically.js"
import { bytes } from "./ldk.js"

const invoiceSchema = z.object({
  /** From 1, in the order of creation */
  index: z.number(),
  hash: z.string(),
  preimage: z.string(),
  bolt11: z.string(),
  description: z.string(),
  label: z.string(),
  msat: z.number(),
  expiresAt: z.number(),
  /** `cancelled` by LND, deleted by Core Lightning */
  state: z.enum(["open", "settled", "cancelled"]),
  receivedMsat: z.number(),
  /** Milliseconds; 0: not settled */
  settledAt: z.number(),
  /** From 1, in the order of settlement; 0: not settled */
  settleIndex: z.number(),
})
export type Invoice = z.infer<typeof invoiceSchema>
export type NewInvoice = Pick<Invoice, "description" | "label" | "msat"> & { expirySeconds: number }

/** The merchant's invoices, which decide what it accepts: LDK itself takes late and repeated payments, and any surplus. */
export class Invoices {
  readonly all: Invoice[]
  /** Called with every invoice that settles */
  readonly listeners = new Set<(invoice: Invoice) => void>()

  constructor(private readonly file: string) {
    this.all = existsSync(file) ? z.array(invoiceSchema).parse(JSON.parse(readFileSync(file, "utf8"))) : []
  }

  find(hash: string): Invoice | undefined {
    return this.all.find((invoice) => invoice.hash === hash)
  }

  /** @param make LDK's invoice of a payment hash */
  add({ expirySeconds, ...asked }: NewInvoice, make: (hash: string) => string): Invoice {
    const preimage = randomBytes(32)
    const hash = createHash("sha256").update(preimage).digest("hex")
    const invoice: Invoice = {
      ...asked,
      index: this.all.length + 1,
      hash,
      preimage: preimage.toString("hex"),
      bolt11: make(hash),
      expiresAt: Date.now() + expirySeconds * 1000,
      state: "open",
      ...{ receivedMsat: 0, settledAt: 0, settleIndex: 0 },
    }
    this.all.push(invoice)
    this.save()
    return invoice
  }

  /** @returns whether no payment will be accepted any more */
  cancel(invoice: Invoice): boolean {
    if (invoice.state === "settled") return false
    invoice.state = "cancelled"
    this.save()
    return true
  }

  /** BOLT 4: at least the amount, at most twice. @returns the preimage when the payment is accepted, which settles it */
  accept(hash: string, receivedMsat: number): Uint8Array | undefined {
    const invoice = this.find(hash)
    if (invoice === undefined || stateOf(invoice) !== "open") return undefined
    if (receivedMsat < invoice.msat || receivedMsat > invoice.msat * 2) return undefined
    const settleIndex = Math.max(...this.all.map((each) => each.settleIndex)) + 1
    Object.assign(invoice, { state: "settled", receivedMsat, settledAt: Date.now(), settleIndex })
    this.save()
    for (const listener of this.listeners) listener(invoice)
    return bytes(invoice.preimage)
  }

  private save(): void {
    writeAtomically(this.file, JSON.stringify(this.all))
  }
}

export function stateOf({ state, expiresAt }: Invoice): Invoice["state"] | "expired" {
  return state === "open" && Date.now() >= expiresAt ? "expired" : state
}
