import { loadavg } from "node:os"
import { publish } from "../report"
import { BUDGETS, isMet, type Findings, type Measure } from "./budgets"

export interface Column {
  name: string
  findings: Findings
  /** For comparison only, without a budget. */
  isYardstick?: boolean
}

const MEASURES: readonly Measure[] = Object.keys(BUDGETS).filter((key): key is Measure => key in BUDGETS)

/** Publishes all measurements with their budgets. @returns how many exceed them */
export async function publishVerdicts(name: string, columns: readonly Column[]): Promise<number> {
  let missed = 0
  const rows = MEASURES.flatMap((measure) => {
    const taken = columns.flatMap(({ findings, isYardstick }) =>
      isYardstick ? [] : (findings[measure] ?? []),
    )
    if (taken.length === 0) return []
    const over = taken.filter((one) => !isMet(measure, one)).length
    missed += over
    const { what, limit, is, unit } = BUDGETS[measure]
    return [
      [
        unit ? `${what}, ${unit}` : what,
        `${is === "most" ? "≤" : "≥"} ${String(limit)}`,
        ...columns.map((column) => cell(measure, column)),
        over === 0 ? "met" : `MISSED on ${String(over)}`,
      ],
    ]
  })
  await publish(name, ["", "budget", ...columns.map((column) => column.name), "verdict"], rows)
  return missed
}

function cell(measure: Measure, { findings, isYardstick }: Column): string {
  const found = findings[measure]
  if (found === undefined) return ""
  return shown(found) + (isYardstick || isMet(measure, found) ? " " : "!")
}

const shown = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 1 ? 3 : 1)

/** Measurements mean little on a busy machine. */
export const loadInWords = () =>
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}`
