import { execFile } from "node:child_process"
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import { npmCli } from "../../../sandbox/src/launcher/builds"
import { BACKEND_DIR } from "./settings"

const REPOSITORY = path.join(BACKEND_DIR, "..")
const PLUGIN = path.join(BACKEND_DIR, "src/modules/bitcoin-payment")
/** Inside the repository, so that the plugin's build finds its compiler. Ignored by git. */
const FOLDER = path.join(REPOSITORY, ".data/bare-application")
const packedSchema = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
)

/** The plugin's example in its folder, with the plugin as npm packs it. */
export interface BareApplication {
  readonly folder: string
  /** The files of the package. */
  readonly packed: readonly string[]
  /** Takes the plugin and its provider out of the configuration. */
  removePlugin(): Promise<void>
  remove(): Promise<void>
}

/**
 * Medusa itself and other packages come from this repository's installation instead of a registry, by a link for each;
 * the plugin comes from its own package alone.
 */
export async function makeBareApplication(): Promise<BareApplication> {
  const remove = () => rm(FOLDER, { recursive: true, force: true })
  await remove()
  // A build in place would replace what running servers have loaded.
  const copy = path.join(FOLDER, "plugin")
  await cp(PLUGIN, copy, { recursive: true, filter: (source) => !/\/(\.medusa|node_modules)$/.test(source) })
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [npmCli(), "pack", "--json", "--loglevel=error"],
    { cwd: copy, maxBuffer: 10_000_000 },
  )
  // The output of the build precedes npm's.
  const [pack] = packedSchema.parse(JSON.parse(stdout.slice(stdout.lastIndexOf("\n[\n"))))
  if (pack === undefined) throw new Error("npm packed nothing.")
  const folder = path.join(FOLDER, "store")
  await cp(path.join(copy, "examples/store"), folder, { recursive: true })
  await linkPackages(path.join(folder, "node_modules"))
  const installed = path.join(folder, "node_modules/medusa-payment-bitcoin")
  await mkdir(installed)
  await promisify(execFile)("tar", ["-xzf", path.join(copy, pack.filename), "-C", installed, "--strip", "1"])
  return {
    folder,
    packed: pack.files.map((file) => file.path),
    removePlugin: async () => {
      const config = path.join(folder, "medusa-config.ts")
      const text = await readFile(config, "utf8")
      await writeFile(config, text.replace(/ {2}plugins: \[[^]*\n {2}\],\n/, ""))
      await rm(installed, { recursive: true })
    },
    remove,
  }
}

async function linkPackages(modules: string): Promise<void> {
  await mkdir(modules)
  const all = path.join(REPOSITORY, "node_modules")
  for (const name of await readdir(all))
    if (name !== "medusa-payment-bitcoin" && !name.startsWith("."))
      await symlink(path.join(all, name), path.join(modules, name))
}
