import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as z from "zod"
import { START_ELEMENT } from "../src/app/hydration"

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
  }),
)
type Manifest = z.infer<typeof manifestSchema>

/** The letters that every page has (build/core-fonts). */
const CORE_FONT = /-core-[^/]*\.woff2$/
const START = "src/app/load-scripts.ts"
const ENTRY = "src/app/entry-client.tsx"

/**
 * Writes the tags that a page needs: style, fonts, and the first script, which is told of the page's other scripts and all
 * that they import, to bring them at once instead of one after another.
 */
export type AssetTags = (pageId: string | undefined) => string

/** Reads the client build's manifest; the tags of a page never change until the next build. */
export async function readAssetTags(clientFolder: string): Promise<AssetTags> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(clientFolder, "manifest.json"), "utf8")),
  )
  return (pageId) => tagsFor(manifest, pageId)
}

/** Pure, for the sake of its test. */
export function tagsFor(manifest: Manifest, pageId: string | undefined): string {
  const start = chunkOf(manifest, START)
  const styles = Object.values(manifest).flatMap((chunk) =>
    chunk.file.endsWith(".css") ? [chunk.file] : (chunk.css ?? []),
  )
  const fonts = Object.values(manifest).flatMap((chunk) => (CORE_FONT.test(chunk.file) ? [chunk.file] : []))
  const scripts = new Set<string>()
  if (pageId) collect(manifest, pageId, scripts)
  collect(manifest, ENTRY, scripts)
  return [
    ...[...new Set(styles)].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...new Set(fonts)].map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
    ),
    `<script type="module" src="/${start.file}" id="${START_ELEMENT}"` +
      ` data-scripts="${[...scripts].map((file) => `/${file}`).join(" ")}"></script>`,
  ].join("\n")
}

function chunkOf(manifest: Manifest, key: string) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The client build has no ${key}: build the storefront again`)
  return chunk
}

/** What is imported comes before what imports it. */
function collect(manifest: Manifest, key: string, files: Set<string>, seen = new Set<string>()): void {
  if (seen.has(key)) return
  seen.add(key)
  const chunk = chunkOf(manifest, key)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files, seen)
  files.add(chunk.file)
}
