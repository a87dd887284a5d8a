import { existsSync } from "node:fs"
import path from "node:path"

/**
 * The folder of the catalogue's drawings.
 * `medusa build` compiles only code and the JSON it imports, so a built seed looks for the drawings in the source tree
 * it was built from; where that is not shipped, configuration names the folder.
 * @throws when there is no such folder, naming every place that was looked at.
 */
export const imagesDirectory = (configured?: string): string => {
  const candidates = configured
    ? [path.resolve(configured)]
    : [path.resolve(__dirname, "../images"), path.resolve(__dirname, "../../../../../src/seed/images")]
  const found = candidates.find((candidate) => existsSync(candidate))
  if (!found) throw new Error(`The catalogue's images are in none of these folders: ${candidates.join(", ")}`)
  return found
}
