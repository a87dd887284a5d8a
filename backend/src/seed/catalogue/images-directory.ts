import { existsSync } from "node:fs"
import path from "node:path"

/**
 * The folder of the catalogue's images. `medusa build` does not copy them: a built seed reads them from the source tree,
 * or from the configured folder.
 * @throws if the folder does not exist; the message names every place that was tried
 */
export const imagesDirectory = (configured?: string): string => {
  const candidates = configured
    ? [path.resolve(configured)]
    : [path.resolve(__dirname, "../images"), path.resolve(__dirname, "../../../../../src/seed/images")]
  const found = candidates.find((candidate) => existsSync(candidate))
  if (!found) throw new Error(`The catalogue's images are in none of these folders: ${candidates.join(", ")}`)
  return found
}
