import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { nameOf, readLock, shipped } from "./shipped.js"

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

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8")

/** `(MIT OR GPL-3.0)`: one of them must be allowed; `A AND B`: all of them. */
const isAllowed = (licence: string) =>
  licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => ALLOWED.has(one)))

it("everything that is shipped has a licence of the allow-list, or was read by hand", () => {
  const packages = readLock()
  const all = shipped(packages)
  expect(all.length).toBeGreaterThan(500)
  const unknown = all.filter((at) => !isAllowed(packages[at]?.license ?? "none"))
  expect([...new Set(unknown.map(nameOf))].filter((name) => !(name in READ_BY_HAND))).toEqual([])
  // An entry that is not needed any more is removed.
  const names = new Set(unknown.map(nameOf))
  expect(Object.keys(READ_BY_HAND).filter((name) => !names.has(name))).toEqual([])
  // The Enterprise Edition stays off.
  expect(read("backend/medusa-config.ts")).not.toMatch(/rbac|auth-oidc/)
})

it("the cryptography of the sandbox's Bitcoin library, which has published vulnerabilities, is not shipped", () => {
  const names = new Set(shipped(readLock()).map(nameOf))
  for (const name of ["bcoin", "elliptic", "secp256k1", "bn.js"]) expect(names).not.toContain(name)
})
