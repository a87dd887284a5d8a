import { CsvError, parse } from "csv-parse/sync"
import { z } from "@medusajs/framework/zod"
import { NO_NUMBER, readTracking } from "@shop/contracts/staff"
import { readOrderNumber } from "../order-number"

interface TrackingLine {
  line: number
  number: number
  tracking: string
}

const ORDER_COLUMN =
  /^(?:(?:channel|customer|your) )?(?:order|reference)(?: (?:number|no\.?|ref(?:erence)?))?$/i
const TRACKING_COLUMN = /track/i

const rows = z.array(z.object({ info: z.object({ lines: z.int() }), record: z.array(z.string()) }))

/**
 * Order and tracking numbers, as they are copied from a spreadsheet or written by a carrier: separated by tabs, semicolons, commas or
 * spaces, with or without a line of headings. A sentence for each line that cannot be used.
 */
export function readTrackingList(text: string): { lines: TrackingLine[]; problems: string[] } {
  const lines: TrackingLine[] = []
  const problems: string[] = []
  try {
    const [head, ...rest] = recordsOf(text)
    const [orderAt = -1, trackingAt = -1] = [ORDER_COLUMN, TRACKING_COLUMN].map((name) =>
      head?.cells.findIndex((cell) => name.test(cell)),
    )
    const hasHeadings = orderAt >= 0 && trackingAt >= 0
    for (const { line, cells } of hasHeadings || !head ? rest : [head, ...rest]) {
      const at = hasHeadings ? orderAt : cells.findIndex((cell) => readOrderNumber(cell) !== null)
      const number = readOrderNumber(cells[at] ?? "")
      const others = cells.filter((cell, index) => index !== at && cell !== "")
      const given = hasHeadings ? (cells[trackingAt] ?? "") : (others.find(readTracking) ?? others[0] ?? "")
      const tracking = readTracking(given)
      const isNumber = tracking !== "" && tracking !== NO_NUMBER
      const twin = lines.find((one) => one.number === number || (isNumber && one.tracking === tracking))
      if (number === null) problems.push(`Line ${line} has no order number.`)
      else if (tracking === null) problems.push(`Line ${line}: “${given}” is no tracking number.`)
      else if (twin) problems.push(`Line ${line} repeats the order or the number of line ${twin.line}.`)
      else lines.push({ line, number, tracking })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    problems.push(`This is not a table that can be read: ${error.message}.`)
  }
  return { lines, problems }
}

function recordsOf(text: string): { line: number; cells: string[] }[] {
  const delimiter = ["\t", ";", ","].find((sign) => text.includes(sign))
  // Without one: an order number, a space, and a tracking number that may have spaces itself.
  const table = delimiter === undefined ? text.replace(/^[ ]*(\S+)[ ]+/gm, "$1\t") : text
  const parsed: unknown = parse(table, {
    ...{ delimiter: delimiter ?? "\t", bom: true, info: true, trim: true },
    ...{ relax_column_count: true, skip_records_with_empty_values: true },
  })
  return rows.parse(parsed).map(({ info, record }) => ({ line: info.lines, cells: record }))
}
