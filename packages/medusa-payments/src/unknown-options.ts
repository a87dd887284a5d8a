import { z } from "@medusajs/framework/zod"

/** Names each option that does not exist, and the one that was probably meant. Zod asks it for its message. */
export function unknownOptions(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined
  const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : []
  return issue.keys
    .map((key) => {
      const [nearest] = known
        .map((name) => ({ name, distance: editDistance(key.toLowerCase(), name.toLowerCase()) }))
        .filter(({ name, distance }) => distance <= name.length / 3)
        .sort((a, b) => a.distance - b.distance)
      return `there is no option ${key}${nearest ? `: did you mean ${nearest.name}?` : ""}`
    })
    .join("; ")
}

/** Letters to add, remove or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1]
    for (const [at, other] of Array.from(to).entries())
      next.push(
        Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
