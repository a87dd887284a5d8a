import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { CsvError, parse } from "csv-parse"
import { z } from "@medusajs/framework/zod"
import { AVAILABLE, COLUMNS, KEY_COLUMNS, isVariantColumn, type Cells } from "./cells"

export interface CsvLine {
  line: number
  handle: string
  sku: string
  cells: Readonly<Record<string, string>>
}

const MOST_MEGABYTES = 2
const MOST_LINES = 5_000
/** No product has nearly as many sizes. They are compared in one go. */
const MOST_LINES_OF_A_PRODUCT = 100
/** No line of an export is nearly as long. */
const LONGEST_LINE = 64 * 1024
/** Read at a time. Other requests have their turn in between. */
const PIECE = 16 * 1024

const rowSchema = z.object({ info: z.object({ lines: z.int() }), record: z.array(z.string()) })

const unreadable = (why: string) => ({ problem: `This is not a table that can be read: ${why}.` })

/** Stops at the first wrong line, with a sentence for staff. */
export async function readProductCsv(text: string): Promise<{ lines: CsvLine[] } | { problem: string }> {
  if (Buffer.byteLength(text) > MOST_MEGABYTES * 1024 * 1024)
    return { problem: `Import at most ${MOST_MEGABYTES} MB at a time. Split the file.` }
  const tooLong = text.split("\n").findIndex((line) => line.length > LONGEST_LINE)
  if (tooLong !== -1) return unreadable(`line ${tooLong + 1} is too long`)
  const rows = Readable.from(piecesOf(text)).pipe(
    parse({ bom: true, info: true, skip_empty_lines: true, trim: true }),
  )
  let names: string[] | undefined
  const lines: CsvLine[] = []
  const sizes = new Map<string, number>()
  try {
    for await (const row of rows) {
      const { info, record } = rowSchema.parse(row)
      if (names) {
        if (lines.length === MOST_LINES)
          return { problem: `Import at most ${MOST_LINES} lines at a time. Split the file.` }
        const line = lineOf(info.lines, names, record)
        const size = (sizes.get(line.handle) ?? 0) + 1
        if (size > MOST_LINES_OF_A_PRODUCT)
          return { problem: `${line.handle} has more than ${MOST_LINES_OF_A_PRODUCT} lines.` }
        sizes.set(line.handle, size)
        lines.push(line)
      } else {
        names = record.map((name) => name.trim().toLowerCase())
        const problem = headerProblem(names)
        if (problem !== null) return { problem }
      }
    }
  } catch (error) {
    if (error instanceof CsvError) return unreadable(error.message)
    throw error
  }
  return lines.length === 0 ? { problem: "The file holds no products." } : { lines }
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += PIECE) {
    yield text.slice(start, start + PIECE)
    await setImmediate()
  }
}

function headerProblem(names: readonly string[]): string | null {
  const missing = KEY_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length > 0) return `The file needs a column ${missing.join(" and a column ")}.`
  const unknown = names.filter((name) => !COLUMNS.includes(name))
  return unknown.length > 0 ? `The file has unknown columns: ${unknown.join(", ")}. Remove them.` : null
}

function lineOf(line: number, names: readonly string[], record: readonly string[]): CsvLine {
  const cell = (place: number) => withoutGuard(record[place] ?? "")
  const {
    handle = "",
    sku = "",
    ...cells
  } = Object.fromEntries(
    names.flatMap((name, place) => (name === AVAILABLE ? [] : [[name, cell(place)] as const])),
  )
  return { line, handle, sku, cells }
}

/** Removes the ' that keeps a spreadsheet from running a cell as a formula. */
const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "")

export const cellsAbout = (what: "variant" | "product", { cells }: CsvLine): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => isVariantColumn(name) === (what === "variant")))

/** The changed cells. `5` and `5.00` are equal. */
export const differences = (before: Cells, after: Cells) =>
  Object.entries(after).flatMap(([column, to]) => {
    const from = before[column] ?? ""
    return isSame(from, to) ? [] : [{ column, from, to }]
  })

const isSame = (from: string, to: string) =>
  from === to || (from !== "" && to !== "" && Number(from) === Number(to))
