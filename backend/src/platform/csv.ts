import { stringify, type Options } from "csv-stringify/sync"

/** Spreadsheets take a file for UTF-8 when it begins with this mark. */
export const BYTE_ORDER_MARK = "\uFEFF"

/** An amount below zero begins like a formula and is none. */
const NUMBER = /^-\d+(?:\.\d+)?$/

/** A table as every spreadsheet takes it (RFC 4180). A cell that it would run as a formula begins with ' instead. */
export const CSV = {
  record_delimiter: "windows",
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: (cell) => (NUMBER.test(cell) ? { value: cell, escape_formulas: false } : cell) },
} satisfies Options

export function csvLines(lines: readonly (readonly string[])[]): string {
  return stringify([...lines], CSV)
}
