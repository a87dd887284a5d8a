import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { ReactNode } from "react"
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

/** The reduced fonts that every page uses (build/core-fonts.ts). */
const CORE_FONT = /-core-[^/]*\.woff2$/
const START = "src/app/load-scripts.ts"
const ENTRY = "src/app/entry-client.tsx"

/**
 * The tags of a page's files: style, fonts and the first script. That one knows all other scripts of the page and their
 * imports, and loads them at once instead of one after another.
 */
export type AssetTags = (pageId: string) => ReactNode

/** Reads the client build's manifest. A page's tags stay the same until the next build. */
export async function readAssetTags(clientFolder: string): Promise<AssetTags> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(clientFolder, "manifest.json"), "utf8")),
  )
  return (pageId) => tagsFor(manifest, pageId)
}

export function tagsFor(manifest: Manifest, pageId: string): ReactNode {
  const start = chunkOf(manifest, START)
  const chunks = Object.values(manifest)
  const styles = new Set(chunks.flatMap(({ file, css = [] }) => (file.endsWith(".css") ? [file] : css)))
  const fonts = new Set(chunks.map(({ file }) => file).filter((file) => CORE_FONT.test(file)))
  const scripts = new Set<string>()
  collect(manifest, pageId, scripts)
  collect(manifest, ENTRY, scripts)
  return (
    <>
      {[...styles].map((file) => (
        <link key={file} rel="stylesheet" href={`/${file}`} precedence="default" />
      ))}
      {[...fonts].map((file) => (
        <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="" href={`/${file}`} />
      ))}
      <script
        type="module"
        src={`/${start.file}`}
        id={START_ELEMENT}
        data-scripts={[...scripts].map((file) => `/${file}`).join(" ")}
      />
    </>
  )
}

function chunkOf(manifest: Manifest, key: string) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The client build has no ${key}: build the storefront again`)
  return chunk
}

/** A file comes after the files it imports. */
function collect(manifest: Manifest, key: string, files: Set<string>, seen = new Set<string>()): void {
  if (seen.has(key)) return
  seen.add(key)
  const chunk = chunkOf(manifest, key)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files, seen)
  files.add(chunk.file)
}
