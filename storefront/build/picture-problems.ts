import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { ICONS } from "./brand-icons.ts"
import { ART } from "./placeholder-art.ts"

/** How far width ÷ height may be from the layout's, which reserves the space before the picture is there. */
const TOLERANCE = 0.03

/** @returns sentences for the merchant */
export async function pictureProblems(folder: string): Promise<string[]> {
  const problems = await Promise.all(
    Object.entries({ ...ART, ...ICONS }).map(async ([file, [width, height]]) => {
      const path = join(folder, file)
      if (!existsSync(path)) return `${file} is missing: ${String(width)} × ${String(height)}`
      const found = await sharp(await readFile(path))
        .metadata()
        .catch(() => undefined)
      if (found === undefined) return `${file} is not a picture that can be read`
      const isAlike = Math.abs(found.width / found.height / (width / height) - 1) <= TOLERANCE
      if (isAlike) return []
      const [is, needs] = [`${found.width} × ${found.height}`, `${String(width)} × ${String(height)}`]
      return `${file} is ${is} and needs the proportions of ${needs}`
    }),
  )
  return problems.flat()
}
