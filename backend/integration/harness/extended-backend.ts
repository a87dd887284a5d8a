import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { existsSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { BACKEND_DIR } from "./settings"

const REPOSITORY = path.join(BACKEND_DIR, "..")
const EXAMPLES = path.join(BACKEND_DIR, "integration/examples")
/** Inside the repository, so that Node finds its packages. Ignored by git. */
const FOLDER = path.join(REPOSITORY, ".data/extended-shop")
const TAKEN = ["src", "medusa-config.ts", "instrumentation.ts", "package.json", "tsconfig.json"]

const additions = z.array(z.object({ after: z.string(), add: z.string() }))

/** A copy of the backend with the examples of docs/extending.md. */
export async function makeExtendedBackend(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const remove = () => rm(FOLDER, { recursive: true, force: true })
  await remove()
  const folder = path.join(FOLDER, "backend")
  await mkdir(folder, { recursive: true })
  await cp(path.join(REPOSITORY, "tsconfig.base.json"), path.join(FOLDER, "tsconfig.base.json"))
  for (const name of TAKEN)
    await cp(path.join(BACKEND_DIR, name), path.join(folder, name), { recursive: true })
  const packages = path.join(BACKEND_DIR, "node_modules")
  if (existsSync(packages)) await symlink(packages, path.join(folder, "node_modules"))
  await cp(path.join(EXAMPLES, "src"), path.join(folder, "src"), { recursive: true })
  const config = path.join(folder, "medusa-config.ts")
  let text = await readFile(config, "utf8")
  for (const { after, add } of additions.parse(
    JSON.parse(await readFile(path.join(EXAMPLES, "medusa-config.json"), "utf8")),
  )) {
    if (!text.includes(after)) throw new Error(`medusa-config.ts has no ${after}`)
    text = text.replace(after, `${after}${add}`)
  }
  await writeFile(config, text)
  return { folder, remove }
}
