import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { z } from "zod"

const stored = z.array(z.string().regex(/^[0-9a-f]+$/))

/**
 * The mempool on disk: raw transactions, parents first. bcoin's own store is written every ten seconds and thrown
 * away when it does not fit the tip, so a kill -9 would lose payments.
 */
export class MempoolFile {
  private written = "[]"

  constructor(private readonly file: string) {}

  read(): string[] {
    if (!existsSync(this.file)) return []
    this.written = readFileSync(this.file, "utf8")
    return stored.parse(JSON.parse(this.written))
  }

  /** Whole or not at all: written beside and renamed. */
  write(transactions: readonly string[]): void {
    const text = JSON.stringify(transactions)
    if (text === this.written) return
    const beside = `${this.file}.new`
    writeFileSync(beside, text)
    renameSync(beside, this.file)
    this.written = text
  }
}
