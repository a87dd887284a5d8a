import { createHash, randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { z } from "zod"
import { writeAtomically } from "../process/write-atomically.js"
import { bytes } from "./ldk.js"

const msat = z.string().transform(BigInt)
const invoiceSchema = z.object({
  /** From 1, in the order of creation */
  index: z.number(),
  hash: z.string(),
  preimage: z.string(),
  bolt11: z.string(),
  description: z.string(),
  label: z.string(),
  msat,
  createdAt: z.number(),
  expiresAt: z.number(),
  /** `claiming`: accepted, and not yet told by LDK that it is ours */
  state: z.enum(["open", "claiming", "settled", "cancelled", "deleted"]),
  receivedMsat: msat,
  /** Milliseconds; 0: not settled */
  settledAt: z.number(),
  /** From 1, in the order of settlement; 0: not settled */
  settleIndex: z.number(),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** The merchant's invoices, which decide what it accepts: LDK itself takes late and repeated payments, and any surplus. */
export class Invoices {
  readonly all: Invoice[]
  /** Called with every invoice that settles */
  readonly listeners = new Set<(invoice: Invoice) => void>()

  constructor(private readonly file: string) {
    this.all = existsSync(file) ? z.array(invoiceSchema).parse(JSON.parse(readFileSync(file, "utf8"))) : []
    // After a kill LDK repeats a payment that it had not claimed.
    for (const invoice of this.all) if (invoice.state === "claiming") invoice.state = "open"
  }

  find(hash: string): Invoice | undefined {
    return this.all.find((invoice) => invoice.hash === hash && invoice.state !== "deleted")
  }

  /** @param make LDK's invoice of a payment hash */
  add(
    asked: Pick<Invoice, "description" | "label" | "msat"> & { expirySeconds: number },
    make: (hash: string) => string,
  ): Invoice {
    const preimage = randomBytes(32)
    const hash = createHash("sha256").update(preimage).digest("hex")
    const { expirySeconds, ...rest } = asked
    const invoice: Invoice = {
      ...rest,
      index: this.all.length + 1,
      hash,
      preimage: preimage.toString("hex"),
      bolt11: make(hash),
      createdAt: Date.now(),
      expiresAt: Date.now() + expirySeconds * 1000,
      state: "open",
      ...{ receivedMsat: 0n, settledAt: 0, settleIndex: 0 },
    }
    this.all.push(invoice)
    this.save()
    return invoice
  }

  /** @returns whether no payment will be accepted any more */
  end(invoice: Invoice, state: "cancelled" | "deleted"): boolean {
    if (invoice.state === "settled" || invoice.state === "claiming") return false
    invoice.state = state
    this.save()
    return true
  }

  /** BOLT 4: at least the amount, at most twice. @returns the preimage when the payment is to be accepted */
  accept(hash: string, paidMsat: bigint): Uint8Array | undefined {
    const invoice = this.find(hash)
    const isWanted = invoice?.state === "open" && Date.now() < invoice.expiresAt
    if (!isWanted || paidMsat < invoice.msat || paidMsat > invoice.msat * 2n) return undefined
    invoice.state = "claiming"
    this.save()
    return bytes(invoice.preimage)
  }

  /** LDK repeats it after a restart. */
  settle(hash: string, receivedMsat: bigint): void {
    const invoice = this.find(hash)
    if (invoice === undefined || invoice.state === "settled") return
    const settleIndex = this.all.reduce((most, each) => Math.max(most, each.settleIndex), 0) + 1
    Object.assign(invoice, { state: "settled", receivedMsat, settledAt: Date.now(), settleIndex })
    this.save()
    for (const listener of this.listeners) listener(invoice)
  }

  private save(): void {
    writeAtomically(
      this.file,
      JSON.stringify(this.all, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    )
  }
}
