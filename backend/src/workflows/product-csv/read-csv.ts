import { CsvError, parse } from "csv-parse/sync"
import { z } from "@medusajs/framework/zod"
import { COLUMNS, KEY_COLUMNS } from "./cells"

/** A line of the file: where it stands, what it is about, and the cells whose columns the file has. */
export interface CsvLine {
  line: number
  handle: string
  sku: string
  cells: Readonly<Record<string, string>>
}

const MOST_LINES = 20_000

const records = z.array(
  z.object({ info: z.object({ lines: z.int() }), record: z.record(z.string(), z.string()) }),
)

/**
 * Reads a table of products.
 * @returns its lines, or a sentence that says why it is none of ours
 */
export function readProductCsv(text: string): { lines: CsvLine[] } | { problem: string } {
  let parsed: unknown
  try {
    parsed = parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    if (error instanceof CsvError)
      return { problem: `This is not a table that can be read: ${error.message}.` }
    throw error
  }
  const rows = records.parse(parsed)
  const [first] = rows
  if (!first) return { problem: "The file holds no products." }
  if (rows.length > MOST_LINES) return { problem: `Import at most ${MOST_LINES} lines at a time.` }
  const names = Object.keys(first.record)
  const missing = KEY_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length > 0) return { problem: `The file needs a column ${missing.join(" and a column ")}.` }
  const unknown = names.filter((name) => !COLUMNS.includes(name))
  if (unknown.length > 0)
    return { problem: `The file has columns that are none of ours: ${unknown.join(", ")}. Take them out.` }
  return {
    lines: rows.map(({ info, record }) => {
      const { handle = "", sku = "", ...cells } = record
      const plain = Object.entries(cells).map(([name, cell]) => [name, withoutGuard(cell)] as const)
      return {
        line: info.lines,
        handle: withoutGuard(handle),
        sku: withoutGuard(sku),
        cells: Object.fromEntries(plain),
      }
    }),
  }
}

/** Takes off what keeps a spreadsheet from running a cell as a formula. */
const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "")
