import { execFile } from "node:child_process"
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import { npmCli } from "../../../sandbox/src/launcher/builds"
import { BACKEND_DIR } from "./settings"

const REPOSITORY = path.join(BACKEND_DIR, "..")
/** The plugins, by name. Each is built against this repository's own build of those before it. */
const PLUGINS = {
  "medusa-payments": path.join(REPOSITORY, "packages/medusa-payments"),
  "medusa-payment-bitcoin": path.join(BACKEND_DIR, "src/modules/bitcoin-payment"),
  /** Of a storefront. It is here for whoever bundles its pages. */
  "medusa-payment-bitcoin-storefront": path.join(REPOSITORY, "packages/medusa-payment-bitcoin-storefront"),
}
/** Inside the repository, so that the plugin's build finds its compiler. Ignored by git. */
const FOLDER = path.join(REPOSITORY, ".data/bare-application")
const packedSchema = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
)

/** The plugin's example in its folder, with the plugins as npm packs them. */
export interface BareApplication {
  readonly folder: string
  /** The files of the packages. */
  readonly packed: readonly string[]
  /** Takes the plugins and the provider out of the configuration. */
  removePlugin(): Promise<void>
  remove(): Promise<void>
}

/**
 * Medusa itself and other packages come from this repository's installation instead of a registry, by a link for each;
 * the plugins come from their own packages alone.
 */
export async function makeBareApplication(): Promise<BareApplication> {
  const remove = () => rm(FOLDER, { recursive: true, force: true })
  await remove()
  const folder = path.join(FOLDER, "store")
  await cp(path.join(PLUGINS["medusa-payment-bitcoin"], "examples/store"), folder, { recursive: true })
  const modules = path.join(folder, "node_modules")
  await linkPackages(modules)
  const packed: string[] = []
  for (const [name, source] of Object.entries(PLUGINS))
    packed.push(...(await installPacked(source, path.join(modules, name))))
  return {
    folder,
    packed,
    removePlugin: async () => {
      const config = path.join(folder, "medusa-config.ts")
      const text = await readFile(config, "utf8")
      await writeFile(
        config,
        text.replace(/ {2}plugins: \[[^]*\n {2}\],\n|^import .*medusa-payment-bitcoin.*\n/gm, ""),
      )
      for (const name of Object.keys(PLUGINS)) await rm(path.join(modules, name), { recursive: true })
    },
    remove,
  }
}

/** @returns the files of the package */
async function installPacked(source: string, installed: string): Promise<string[]> {
  // A build in place would replace what running servers have loaded.
  const copy = path.join(FOLDER, "plugins", path.basename(installed))
  await cp(source, copy, { recursive: true, filter: (file) => !/\/(\.medusa|node_modules)$/.test(file) })
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [npmCli(), "pack", "--json", "--loglevel=error"],
    { cwd: copy, maxBuffer: 10_000_000 },
  )
  // The output of the build precedes npm's.
  const [pack] = packedSchema.parse(JSON.parse(stdout.slice(stdout.search(/^\[$/m))))
  if (pack === undefined) throw new Error("npm packed nothing.")
  await mkdir(installed)
  await promisify(execFile)("tar", ["-xzf", path.join(copy, pack.filename), "-C", installed, "--strip", "1"])
  return pack.files.map((file) => file.path)
}

async function linkPackages(modules: string): Promise<void> {
  await mkdir(modules)
  const all = path.join(REPOSITORY, "node_modules")
  for (const name of await readdir(all))
    if (!(name in PLUGINS) && !name.startsWith("."))
      await symlink(path.join(all, name), path.join(modules, name))
}
