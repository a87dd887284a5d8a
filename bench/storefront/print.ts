import { loadavg } from "node:os"
import { table } from "../report"
import { BUDGETS, isMet, type Findings, type Measure } from "./budgets"

export interface Column {
  name: string
  findings: Findings
}

const MEASURES: readonly Measure[] = Object.keys(BUDGETS).filter((key): key is Measure => key in BUDGETS)

/** Every measure that was taken, with its budget and what is over it. */
export function verdictTable(columns: readonly Column[]): { text: string; missed: number } {
  let missed = 0
  const rows = MEASURES.flatMap((measure) => {
    const found = columns.map(({ findings }) => findings[measure])
    const taken = found.filter((one) => one !== undefined)
    if (taken.length === 0) return []
    const over = taken.filter((one) => !isMet(measure, one)).length
    missed += over
    const { what, limit, is, unit } = BUDGETS[measure]
    return [
      [
        unit ? `${what}, ${unit}` : what,
        `${is === "most" ? "≤" : "≥"} ${String(limit)}`,
        ...found.map((one) => (one === undefined ? "" : shown(one) + (isMet(measure, one) ? " " : "!"))),
        over === 0 ? "met" : `MISSED on ${String(over)}`,
      ],
    ]
  })
  return { text: table(["", "budget", ...columns.map(({ name }) => name), "verdict"], rows), missed }
}

const shown = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 1 ? 3 : 1)

/** Figures mean little on a machine that does other things meanwhile. */
export const loadInWords = () =>
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}`
