import { mkdir, writeFile } from "node:fs/promises"
import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"

const RESULTS = join(import.meta.dirname, "results")

export interface Row {
  what: string
  ours: number
  theirs: number
  /** The target of the ratio ours/theirs. */
  limit: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value that 95 of 100 do not exceed. */
export function percentile95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

/** Publishes our values, a peer's, their ratio and its target. */
export function publishRatios(name: string, peer: string, rows: readonly Row[]): Promise<void> {
  return publish(
    name,
    ["", "ours", peer, "ours ÷ theirs", "should be"],
    rows.map(({ what, ours, theirs, limit }) => [
      what,
      ours.toFixed(1),
      theirs.toFixed(1),
      (ours / theirs).toFixed(3),
      limit,
    ]),
  )
}

/** Prints a table, and stores it with the machine's load as `bench/results/<name>.json`. */
export async function publish(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  process.stdout.write(table(headings, rows))
  const machine = { node: process.version, cores: availableParallelism(), load: loadavg() }
  const result = { name, at: new Date().toISOString(), machine, headings, rows }
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

/** Aligns columns: text to the left, numbers to the right. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("   "),
  )
  return `\n${lines.join("\n")}\n\n`
}
