import { CsvError, parse } from "csv-parse/sync"
import { z } from "@medusajs/framework/zod"
import { isNumbered, readTracking } from "@shop/contracts/staff"
import { readOrderNumber } from "../order-number"

interface TrackingList {
  lines: { line: number; number: number; tracking: string }[]
  /** What of the list is not used. `line` 0: nothing of it. `numbers`: what the line may name as its order. */
  problems: { line: number; numbers: readonly number[]; sentence: string }[]
}

interface Row {
  line: number
  cells: string[]
}

/** The surest name of a column first: a carrier's own order number is not the shop's. */
const ORDER_HEADINGS = [/^channel reference$/i, /^reference$/i, /^order(?: number| no\.?)?$/i]
const TRACKING_HEADINGS = [
  /^tracking (?:number|no\.?|code|reference)$/i,
  /^consignment number$/i,
  /^tracking$/i,
]
const MOST_LINES = 500

/**
 * Order and tracking numbers, as they are copied from a spreadsheet or written by a carrier: separated by tabs, semicolons, commas or
 * spaces. With known headings any other column is left out; without headings a line has these two and nothing else.
 */
export function readTrackingList(text: string): TrackingList {
  const rows = rowsOf(text)
  if (typeof rows === "string") return { lines: [], problems: [{ line: 0, numbers: [], sentence: rows }] }
  const list: TrackingList = { lines: [], problems: [] }
  const lineOf = new Map<number | string, number>()
  for (const { line, cells } of rows) {
    const [order = "", given = "", more] = cells
    const number = readOrderNumber(order)
    const tracking = readTracking(given)
    const reject = (why: string) =>
      list.problems.push({
        line,
        numbers: cells.flatMap((cell) => readOrderNumber(cell) ?? []),
        sentence: `Line ${line}${why}`,
      })
    const twin = lineOf.get(number ?? "") ?? lineOf.get(tracking ?? "")
    if (more !== undefined) reject(" has more than an order number and a tracking number.")
    else if (number === null) reject(" has no order number.")
    else if (tracking === null) reject(`: “${given}” is no tracking number.`)
    else if (twin !== undefined) reject(` repeats the order or the number of line ${twin}.`)
    else {
      list.lines.push({ line, number, tracking })
      lineOf.set(number, line)
      if (isNumbered(tracking)) lineOf.set(tracking, line)
    }
  }
  return list
}

/** Order number, tracking number, and what else a line without headings has. A text: why the list cannot be used. */
function rowsOf(text: string): Row[] | string {
  const table = tableOf(text)
  if (table === null) return "The list cannot be read: a quotation mark is opened and not closed."
  if (table.length > MOST_LINES) return `A list has at most ${MOST_LINES} lines.`
  const [head, ...rest] = table
  if (!head) return []
  const columns = [ORDER_HEADINGS, TRACKING_HEADINGS].map((names) => columnsNamed(head.cells, names))
  if (columns.some(({ length }) => length > 1))
    return "Two columns have the same heading: name one “Order number” and one “Tracking number”."
  if (columns.every(({ length }) => length === 1))
    return rest.map(({ line, cells }) => ({ line, cells: columns.flat().map((at) => cells[at] ?? "") }))
  const rows = table.map(({ line, cells }) => ({ line, cells: cells.filter(Boolean) }))
  if ((rows[0]?.cells.length ?? 0) > 2 && head.cells.every((cell) => readOrderNumber(cell) === null))
    return "The headings are not known: name the columns “Order number” and “Tracking number”."
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.length === 2 && readOrderNumber(cells[0] ?? "") === null ? [...cells].reverse() : cells,
  }))
}

const columnsNamed = (cells: readonly string[], names: readonly RegExp[]): number[] =>
  names
    .map((name) => cells.flatMap((cell, at) => (name.test(cell) ? [at] : [])))
    .find(({ length }) => length > 0) ?? []

const records = z.array(z.object({ info: z.object({ lines: z.int() }), record: z.array(z.string()) }))

function tableOf(text: string): Row[] | null {
  const [first = ""] = text.trim().split("\n")
  const delimiter = ["\t", ";", ","].find((sign) => first.includes(sign))
  // Without one: an order number, a space, and a tracking number that may have spaces itself.
  const table = delimiter === undefined ? text.replace(/^[ ]*(\S+)[ ]+/gm, "$1\t") : text
  const quoting = delimiter === ";" || delimiter === "," ? { relax_quotes: true } : { quote: false }
  try {
    const parsed: unknown = parse(table, {
      ...{ ...quoting, delimiter: delimiter ?? "\t", bom: true, info: true, trim: true },
      ...{ relax_column_count: true, skip_records_with_empty_values: true },
    })
    // Spreadsheets write ="12" so that a number stays as it is.
    return records.parse(parsed).map(({ info, record }) => ({
      line: info.lines,
      cells: record.map((cell) => cell.replace(/^="(.*)"$/, "$1").trim()),
    }))
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}
