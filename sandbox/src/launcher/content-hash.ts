import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative } from "node:path"

const NOT_SOURCE = new Set(["node_modules", "dist", ".medusa", "coverage", "test-results"])
const NOT_BUILT = /(\.spec\.tsx?|\.log|\.tsbuildinfo|\.md)$/

/** One hash over names and contents of these files and folders, without tests and what is built from them. */
export function hashOf(base: string, places: readonly string[]): string {
  const hash = createHash("sha256")
  for (const file of places.flatMap((place) => filesUnder(join(base, place))).sort()) {
    hash
      .update(`${relative(base, file)}\0`)
      .update(readFileSync(file))
      .update("\0")
  }
  return hash.digest("hex")
}

function filesUnder(place: string): string[] {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCE.has(name) && !NOT_BUILT.test(name))
    .flatMap((entry) => {
      const path = join(place, entry.name)
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : []
    })
}
