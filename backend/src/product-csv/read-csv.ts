import { CsvError, parse } from "csv-parse/sync"
import { z } from "@medusajs/framework/zod"
import { COLUMNS, KEY_COLUMNS, isVariantColumn, type Cells } from "./cells"

/** A line of the file: its number, its product and variant, and its cells. */
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
 * @returns the lines, or a sentence that says what is wrong with the file
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
    return { problem: `The file has unknown columns: ${unknown.join(", ")}. Remove them.` }
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

/** Removes the ' that keeps a spreadsheet from running a cell as a formula. */
const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "")

/** The variant's or the product's cells of a line. */
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
