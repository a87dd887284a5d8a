/** What a spreadsheet would run as a formula when the file is opened. */
const FORMULA = /^[=+\-@\t\r]/
/** An amount below zero begins like a formula and is none. */
const NUMBER = /^-\d+(?:\.\d+)?$/

/** One line of a CSV file (RFC 4180), with its end. A cell that a spreadsheet would take for a formula begins with ' instead. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`
}

function cell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
