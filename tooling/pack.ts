import { execa } from "execa"
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { z } from "zod"
import { npmCli } from "../sandbox/src/launcher/builds.js"

const root = fileURLToPath(new URL("..", import.meta.url))
/** What is published, by folder. Each is built against this repository's own build of those before it. */
const PUBLISHED = [
  "packages/medusa-payments",
  "backend/src/modules/bitcoin-payment",
  "packages/medusa-payment-bitcoin-storefront",
  "sandbox/published",
]

const manifestSchema = z.looseObject({ name: z.string(), exports: z.record(z.string(), z.unknown()) })
const targetsSchema = z.record(z.string(), z.string())
const packedSchema = z.tuple([
  z.object({ filename: z.string(), size: z.number(), files: z.array(z.object({ path: z.string() })) }),
])

export interface Packed {
  name: string
  tarball: string
  bytes: number
  files: string[]
}

/**
 * Packs what is published into a folder of this repository, where a build finds its compiler. It builds copies: a build in
 * place would replace what running servers have loaded.
 * @param repository where the sources are published, such as `https://github.com/you/shop` [named in no package]
 */
export async function packPublished(folder: string, repository?: string): Promise<Packed[]> {
  await rm(folder, { recursive: true, force: true })
  const packed: Packed[] = []
  for (const source of PUBLISHED) {
    const copy = join(folder, "sources", basename(source))
    await mkdir(copy, { recursive: true })
    const isSource = (file: string) => !/\/(\.medusa|dist|node_modules)$/.test(file)
    await cp(join(root, source), copy, { recursive: true, filter: isSource })
    const name = await publishedManifest(join(copy, "package.json"), source, repository)
    const args = [npmCli(), "pack", "--json", "--loglevel=error", "--pack-destination", folder]
    const { stdout } = await execa(process.execPath, args, { cwd: copy })
    // The output of the build precedes npm's.
    const [pack] = packedSchema.parse(JSON.parse(stdout.slice(stdout.search(/^\[$/m))))
    const files = pack.files.map(({ path }) => path)
    packed.push({ name, tarball: join(folder, pack.filename), bytes: pack.size, files })
  }
  return packed
}

/** Without the way to the sources, which are for this repository's own tests. @returns the package's name */
async function publishedManifest(file: string, directory: string, url?: string): Promise<string> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(file, "utf8")))
  const exports = Object.entries(manifest.exports).map(([path, targets]): [string, unknown] => {
    const { source: _, ...published } = targetsSchema.safeParse(targets).data ?? {}
    return [path, typeof targets === "string" ? targets : published]
  })
  const repository = url === undefined ? {} : { repository: { type: "git", url, directory } }
  const text = JSON.stringify(
    { ...manifest, ...repository, exports: Object.fromEntries<unknown>(exports) },
    null,
    2,
  )
  await writeFile(file, `${text}\n`)
  return manifest.name
}
