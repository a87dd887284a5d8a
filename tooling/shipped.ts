import { readFileSync } from "node:fs"
import { z } from "zod"

const packageSchema = z.object({
  version: z.string().optional(),
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})
/** The entries of package-lock.json by their folders, like `node_modules/react`. */
export type Packages = Record<string, z.infer<typeof packageSchema>>

export function readLock(): Packages {
  const text = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")
  return z.object({ packages: z.record(z.string(), packageSchema) }).parse(JSON.parse(text)).packages
}

export const nameOf = (folder: string) =>
  folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length)

/** Where Node finds a package, from the folder of another one. */
function find(packages: Packages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`
    if (candidate in packages) return candidate
    if (folder === "") return null
  }
}

/** The folders of the packages that this one needs. */
export function neededBy(packages: Packages, folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? packageSchema.parse({})
  const names = { ...dependencies, ...optionalDependencies, ...peerDependencies }
  return Object.keys(names).flatMap((name) => find(packages, folder, name) ?? [])
}

/** Everything that the images of backend and storefront contain, and what they would contain on other systems. */
export function shipped(packages: Packages): string[] {
  const found = new Set<string>()
  const waiting = ["backend", "storefront"]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = packages[at]
    if (entry === undefined || found.has(at)) continue
    found.add(at)
    if (entry.link && entry.resolved !== undefined) waiting.push(entry.resolved)
    waiting.push(...neededBy(packages, at))
  }
  return [...found].filter((at) => at.includes("node_modules/") && packages[at]?.link !== true)
}
