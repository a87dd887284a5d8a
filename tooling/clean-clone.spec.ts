import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import path, { join } from "node:path"
import { fileURLToPath } from "node:url"
import { spawnSync } from "node:child_process"
import { afterAll, beforeAll, expect, it } from "vitest"
import { z } from "zod"

const root = fileURLToPath(new URL("..", import.meta.url))
const clone = mkdtempSync(join(tmpdir(), "shop-clean-clone-"))
afterAll(() => rmSync(clone, { recursive: true }))

/** npm's own: with it nothing is installed before a command of `npm run shop`. */
const INSTALLED = "node_modules/.package-lock.json"

/** A clone after `npm ci`: installed, and nothing built. */
function makeClone(): void {
  for (const name of [
    "package.json",
    "tsconfig.base.json",
    "backend/package.json",
    "backend/tsconfig.json",
    "backend/src",
    "brands",
    "package-lock.json",
    "sandbox/bin",
    "storefront/build",
    "storefront/package.json",
    "tooling/shop.ts",
  ])
    cpSync(join(root, name), join(clone, name), { recursive: true })
  for (const name of ["package.json", "src"])
    cpSync(join(root, "contracts", name), join(clone, "contracts", name), { recursive: true })
  mkdirSync(join(clone, "node_modules/@shop"), { recursive: true })
  const own = [".installed-from", "@shop"]
  for (const name of readdirSync(join(root, "node_modules")).filter((name) => !own.includes(name)))
    symlinkSync(join(root, "node_modules", name), join(clone, "node_modules", name))
  symlinkSync(join(clone, "contracts"), join(clone, "node_modules/@shop/contracts"))
}

const shop = (...words: string[]) =>
  spawnSync("npm", ["run", "--silent", "shop", ...words], { cwd: clone, encoding: "utf8" })

beforeAll(makeClone)

it(
  "the merchant's first commands in docs/make-it-yours.md make a brand and draw its icons",
  { timeout: 120_000 },
  () => {
    const made = shop("brand:new", "--", "Heather & Wick")
    expect(made.stdout, made.stderr).toContain("brands/heather is made")
    const file = path.join(clone, "brands/heather/brand.json")
    expect(readFileSync(file, "utf8")).toContain('"name": "Heather & Wick"')
    expect(shop("brand:icons", "--", "heather").stdout).toContain("✔ brands/heather/")
    expect(shop("brand:icons").stderr).toContain("Name the folder of your brand")
  },
)

it("a command of the shop installs first what it needs", () => {
  const { scripts } = z
    .object({ scripts: z.object({ shop: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")))
  expect(scripts.shop).toMatch(/^node sandbox\/bin\/start\.mjs prepare && /)
})

it("a command of the shop installs only where nothing is installed, and prints nothing of it into its own output", () => {
  const npm = join(clone, "npm.cjs")
  writeFileSync(npm, 'console.log("npm", ...process.argv.slice(2))')
  const prepare = () =>
    spawnSync(process.execPath, ["sandbox/bin/start.mjs", "prepare"], {
      cwd: clone,
      encoding: "utf8",
      env: { ...process.env, npm_execpath: npm },
    })
  expect(prepare()).toMatchObject({ status: 0, stdout: "", stderr: "" })
  const installed = join(clone, INSTALLED)
  renameSync(installed, `${installed}.away`)
  try {
    const { status, stdout, stderr } = prepare()
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" })
    expect(stderr).toContain("npm ci --ignore-scripts")
    expect(stderr).toContain("✔ Installed")
  } finally {
    renameSync(`${installed}.away`, installed)
    rmSync(join(clone, "node_modules/.installed-from"))
  }
})

it(
  "the owner's first command in docs/going-live.md runs before anything is built",
  { timeout: 120_000 },
  () => {
    // The key of BIP 84's example, and its first address.
    const key =
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
    const { stdout, stderr } = shop("bitcoin:wallet", "--", key)
    expect(stdout, stderr).toContain("0  bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    expect(stdout).toContain('BITCOIN_DESCRIPTOR="wpkh(')
  },
)
