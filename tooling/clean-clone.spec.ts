import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { spawnSync } from "node:child_process"
import { afterAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const clone = mkdtempSync(join(tmpdir(), "shop-clean-clone-"))
afterAll(() => rmSync(clone, { recursive: true }))

/** A clone after `npm ci`: installed, and nothing built. */
function makeClone(): void {
  for (const name of [
    "package.json",
    "tsconfig.base.json",
    "backend/package.json",
    "backend/tsconfig.json",
    "backend/src",
    "tooling/shop.ts",
  ])
    cpSync(join(root, name), join(clone, name), { recursive: true })
  for (const name of ["package.json", "src"])
    cpSync(join(root, "contracts", name), join(clone, "contracts", name), { recursive: true })
  mkdirSync(join(clone, "node_modules/@shop"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules")).filter((name) => name !== "@shop"))
    symlinkSync(join(root, "node_modules", name), join(clone, "node_modules", name))
  symlinkSync(join(clone, "contracts"), join(clone, "node_modules/@shop/contracts"))
}

it(
  "the owner's first command in docs/going-live.md runs before anything is built",
  { timeout: 60_000 },
  () => {
    makeClone()
    // The key of BIP 84's example, and its first address.
    const key =
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
    const { stdout, stderr } = spawnSync("npm", ["run", "--silent", "shop", "bitcoin:wallet", "--", key], {
      cwd: clone,
      encoding: "utf8",
    })
    expect(stdout, stderr).toContain("0  bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    expect(stdout).toContain('BITCOIN_DESCRIPTOR="wpkh(')
  },
)
