import { execFile } from "node:child_process"
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { packPublished, type Packed } from "../../../tooling/pack"
import { BACKEND_DIR } from "./settings"

const REPOSITORY = path.join(BACKEND_DIR, "..")
/** Ignored by git. */
const FOLDER = path.join(REPOSITORY, ".data/bare-application")

/** The plugin's example in its folder, with the plugins as npm packs them. */
export interface BareApplication {
  readonly folder: string
  /** The packages, as they would be published. */
  readonly packages: readonly Packed[]
  /** Takes the plugins and the provider out of the configuration. */
  removePlugin(): Promise<void>
  remove(): Promise<void>
}

/**
 * Medusa itself and other packages come from this repository's installation instead of a registry, by a link for each;
 * the plugins come from their own packages alone.
 */
export async function makeBareApplication(): Promise<BareApplication> {
  const packages = await packPublished(FOLDER)
  const folder = path.join(FOLDER, "store")
  await cp(path.join(BACKEND_DIR, "src/modules/bitcoin-payment/examples/store"), folder, { recursive: true })
  const modules = path.join(folder, "node_modules")
  const names = packages.map(({ name }) => name)
  await linkPackages(modules, names)
  for (const { name, tarball } of packages) {
    await mkdir(path.join(modules, name))
    await promisify(execFile)("tar", ["-xzf", tarball, "-C", path.join(modules, name), "--strip", "1"])
  }
  return {
    folder,
    packages,
    removePlugin: async () => {
      const config = path.join(folder, "medusa-config.ts")
      const text = await readFile(config, "utf8")
      await writeFile(
        config,
        text.replace(/ {2}plugins: \[[^]*\n {2}\],\n|^import .*medusa-payment-bitcoin.*\n/gm, ""),
      )
      for (const name of names) await rm(path.join(modules, name), { recursive: true })
    },
    remove: () => rm(FOLDER, { recursive: true, force: true }),
  }
}

async function linkPackages(modules: string, others: readonly string[]): Promise<void> {
  await mkdir(modules)
  const all = path.join(REPOSITORY, "node_modules")
  for (const name of await readdir(all))
    if (!others.includes(name) && !name.startsWith("."))
      await symlink(path.join(all, name), path.join(modules, name))
}
