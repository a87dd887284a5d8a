import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { z } from "zod"

/** Licences under which anyone may run, change and pass on what is shipped. LGPL and MPL: as unchanged libraries of their own. */
const ALLOWED = new Set([
  ...[
    "MIT",
    "MIT-0",
    "ISC",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "BlueOak-1.0.0",
    "CC0-1.0",
  ],
  ...["CC-BY-4.0", "OFL-1.1", "MPL-2.0", "LGPL-3.0-or-later"],
])

/** Packages whose entry in the lock file names no licence, and what their own files say. */
const READ_BY_HAND: Record<string, string> = {
  ...Object.fromEntries(
    ["busboy", "connect-dynamodb", "limiter", "parent-require", "streamsearch"].map((name) => [
      name,
      "MIT, in its LICENSE file",
    ]),
  ),
  ...Object.fromEntries(
    ["admin-bundler", "admin-sdk", "admin-shared", "admin-vite-plugin"].map((name) => [
      `@medusajs/${name}`,
      "MIT, by the licence of Medusa's repository",
    ]),
  ),
  ...Object.fromEntries(
    ["core-flows", "dashboard", "framework", "js-sdk", "link-modules", "medusa", "types", "utils"].map(
      (name) => [
        `@medusajs/${name}`,
        "MIT, but for parts of Medusa's Enterprise Edition that are off by default and that we do not use",
      ],
    ),
  ),
  "@medusajs/auth-oidc": "Enterprise Edition: a dependency of Medusa that we do not configure",
  "@medusajs/rbac": "Enterprise Edition: a dependency of Medusa whose feature flag is off",
}

const packageSchema = z.object({
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})
type Packages = Record<string, z.infer<typeof packageSchema>>

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8")

/** Where Node finds a package, from the folder of another one. */
function find(packages: Packages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`
    if (candidate in packages) return candidate
    if (folder === "") return null
  }
}

/** Everything that the images of backend and storefront contain. */
function shipped(packages: Packages): string[] {
  const found = new Set<string>()
  const waiting = ["backend", "storefront"]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = packages[at]
    if (entry === undefined || found.has(at)) continue
    found.add(at)
    if (entry.link && entry.resolved !== undefined) waiting.push(entry.resolved)
    const names = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }
    for (const name of Object.keys(names)) waiting.push(find(packages, at, name) ?? "")
  }
  return [...found].filter((at) => at.includes("node_modules/") && packages[at]?.link !== true)
}

/** `(MIT OR GPL-3.0)`: one of them must be allowed; `A AND B`: all of them. */
const isAllowed = (licence: string) =>
  licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => ALLOWED.has(one)))

it("everything that is shipped has a licence of the allow-list, or was read by hand", () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), packageSchema) })
    .parse(JSON.parse(read("package-lock.json")))
  const all = shipped(packages)
  expect(all.length).toBeGreaterThan(500)
  const nameOf = (at: string) => at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length)
  const unknown = all.filter((at) => !isAllowed(packages[at]?.license ?? "none"))
  expect([...new Set(unknown.map(nameOf))].filter((name) => !(name in READ_BY_HAND))).toEqual([])
  // An entry that is not needed any more is removed.
  const names = new Set(unknown.map(nameOf))
  expect(Object.keys(READ_BY_HAND).filter((name) => !names.has(name))).toEqual([])
  // The Enterprise Edition stays off.
  expect(read("backend/medusa-config.ts")).not.toMatch(/rbac|auth-oidc/)
})
