/** One statement of the specification with its tests. */
interface Row {
  id: string
  statement: string
  /** The shop does not implement it literally. */
  isInterpreted: boolean
  /** Each as written: the spec file's name, then how a title in it begins. */
  proofs: string[]
}

/** The sections of the specification about the storefront. */
const SECTIONS = ["2", "3", "4", "5", "8", "9"]

const ID = /^S(\d)\.([a-z-]+)\.(\d+)$/
const PROOF = /^`([^`]+)` (.+)$/
const SPEC_ENDING = /(?:\.integration)?\.spec\.tsx?$/

/**
 * Finds errors in a coverage table: rows without a test, missing tests, wrong numbers and missing sections; and statements whose
 * interpretation is missing, or is not marked in the table.
 * @param specs the text of every spec file, by its path
 */
export function faultsIn(
  { table, interpretations }: { table: string; interpretations: string },
  specs: ReadonlyMap<string, string>,
): string[] {
  const rows = rowsOf(table)
  const marked = rows.filter(({ isInterpreted }) => isInterpreted).map(({ id }) => id)
  const interpreted = [...interpretations.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, id = ""]) => id)
  return [
    ...SECTIONS.filter((section) => !rows.some(({ id }) => id.startsWith(`S${section}.`))).map(
      (section) => `section ${section} has no row`,
    ),
    ...numbering(rows),
    ...rows.flatMap((row) => faultsOf(row, specs).map((fault) => `${row.id}: ${fault}`)),
    ...marked.filter((id) => !interpreted.includes(id)).map((id) => `${id}: its interpretation is missing`),
    ...interpreted.filter((id) => !marked.includes(id)).map((id) => `${id}: not marked as interpreted`),
  ]
}

function faultsOf({ statement, proofs }: Row, specs: ReadonlyMap<string, string>): string[] {
  return [
    ...(statement ? [] : ["says nothing"]),
    ...(proofs.length > 0 ? [] : ["names no test"]),
    ...proofs.flatMap((proof) => {
      const [, name = "", start = ""] = PROOF.exec(proof) ?? []
      const files = [...specs].filter(([path]) => `/${path.replace(SPEC_ENDING, "")}`.endsWith(`/${name}`))
      const [file] = files
      if (file === undefined || start === "") return [`"${proof}" names no test`]
      if (files.length > 1) return [`"${name}" names several files`]
      const count = titlesIn(file[1], start)
      return count === 1 ? [] : [`${file[0]} has ${String(count)} tests that begin with "${start}"`]
    }),
  ]
}

/** How many strings of the file begin so. */
const titlesIn = (text: string, start: string): number =>
  [`"${start}`, `'${start}`, `\`${start}`].reduce((sum, quoted) => sum + text.split(quoted).length - 1, 0)

function numbering(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>()
  return rows.flatMap(({ id }) => {
    const [, section, group, number] = ID.exec(id) ?? []
    if (!section || !group) return [`"${id}" is no number of a statement`]
    const key = `S${section}.${group}`
    const expected = (counts.get(key) ?? 0) + 1
    counts.set(key, Number(number))
    return Number(number) === expected ? [] : [`${id} should be ${key}.${String(expected)}`]
  })
}

/** The rows of all tables. A line without a number names another test of the statement above it. */
export function rowsOf(table: string): Row[] {
  const rows: Row[] = []
  for (const line of table.split("\n").filter((text) => /^\| *(?:S\d|\|)/.test(text))) {
    const [id = "", statement = "", proof = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
    const proofs = proof === "" ? [] : [proof]
    if (id !== "")
      rows.push({ id: id.replace(/ \\\*$/, ""), statement, isInterpreted: id.endsWith("*"), proofs })
    else if (statement === "") rows.at(-1)?.proofs.push(...proofs)
  }
  return rows
}
