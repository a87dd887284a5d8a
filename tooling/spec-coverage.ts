/** One statement of the specification with its implementation and tests. */
interface Row {
  id: string
  statement: string
  files: string[]
  proofs: { file: string; title: string }[]
  /** The row is under the heading `WAITING`. */
  waits: boolean
}

/** The sections of the specification about the storefront. */
const SECTIONS = ["2", "3", "4", "5", "8", "9"]

/** Rows about signing in may lack tests under this heading. */
const WAITING = "Waits for sign-in"
const MAY_WAIT = /^S\d\.(sign-in|account|avatar|orders)\.\d+$/

const ID = /^S(\d)\.([a-z-]+)\.(\d+)$/
const PROOF = /^`([^`]+)` (.+)$/

/**
 * Finds errors in a coverage table: rows without a test, missing tests and files, wrong numbers and missing
 * sections.
 * @param read returns a file's text, or null when it does not exist
 */
export function faultsIn(markdown: string, read: (path: string) => string | null): string[] {
  const rows = rowsOf(markdown)
  return [
    ...SECTIONS.filter((section) => !rows.some(({ id }) => id.startsWith(`S${section}.`))).map(
      (section) => `section ${section} has no row`,
    ),
    ...numbering(rows),
    ...rows.flatMap((row) => faultsOf(row, read).map((fault) => `${row.id}: ${fault}`)),
  ]
}

function faultsOf(row: Row, read: (path: string) => string | null): string[] {
  const mayWait = row.waits && MAY_WAIT.test(row.id)
  return [
    ...(row.statement ? [] : ["says nothing"]),
    ...(row.waits && !mayWait ? [`only rows about signing in may stand under "${WAITING}"`] : []),
    ...(row.files.length > 0 || mayWait ? [] : ["names no file that does it"]),
    ...row.files.filter((file) => read(file) === null).map((file) => `${file} does not exist`),
    ...(row.proofs.length > 0 || mayWait ? [] : ["names no test"]),
    ...row.proofs.flatMap(({ file, title }) => {
      const text = read(file)
      if (text === null) return [`${file} does not exist`]
      return isTitleIn(text, title) ? [] : [`${file} has no test "${title}"`]
    }),
  ]
}

/** Whether the file contains the title as a whole string. */
const isTitleIn = (text: string, title: string) =>
  [`"${title}"`, `'${title}'`, `\`${title}\``].some((quoted) => text.includes(quoted))

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

/** The rows of all tables. */
export function rowsOf(markdown: string): Row[] {
  let waits = false
  return markdown.split("\n").flatMap((line) => {
    if (line.startsWith("#")) waits = line.replace(/^#+ /, "") === WAITING
    if (!line.startsWith("| S")) return []
    const [id = "", statement = "", files = "", proofs = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
    return [
      {
        id,
        statement,
        files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ""),
        proofs: proofs.split("<br>").flatMap((proof) => {
          const [, file, title] = PROOF.exec(proof.trim()) ?? []
          return file && title ? [{ file, title }] : []
        }),
        waits,
      },
    ]
  })
}
