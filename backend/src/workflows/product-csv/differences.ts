import { isVariantColumn, type Cells } from "./cells"
import type { CsvLine } from "./read-csv"

/** The cells of a line that are about its size, or about its product. */
export const cellsAbout = (what: "variant" | "product", { cells }: CsvLine): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => isVariantColumn(name) === (what === "variant")))

/** Where cells say something else than before; `5` and `5.00` are the same. */
export const differences = (before: Cells, after: Cells) =>
  Object.entries(after).flatMap(([column, to]) => {
    const from = before[column] ?? ""
    return isSame(from, to) ? [] : [{ column, from, to }]
  })

const isSame = (from: string, to: string) =>
  from === to || (from !== "" && to !== "" && Number(from) === Number(to))
