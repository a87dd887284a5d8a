import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as z from "zod"
import type { AssetsOf, PageAssets } from "../src/app/entry-server"
import { START_ELEMENT } from "../src/app/hydration"
import { type PageStyles, readPageStyles } from "./page-styles"

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

/** Reads the client build's manifest. A page's assets stay the same until the next build. */
export async function readAssets(clientFolder: string): Promise<AssetsOf> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(clientFolder, "manifest.json"), "utf8")),
  )
  const stylesOf = await readPageStyles((source) => join(clientFolder, chunkOf(manifest, source).file))
  return (pageId) => assetsOf(manifest, pageId, stylesOf(pageId))
}

export function assetsOf(manifest: Manifest, pageId: string, { css, hash }: PageStyles): PageAssets {
  const start = chunkOf(manifest, START)
  const laterStyles = `/${chunkOf(manifest, ENTRY).css?.[0] ?? ""}`
  const files = Object.values(manifest).map(({ file }) => file)
  const fonts = new Set(files.filter((file) => CORE_FONT.test(file)))
  const scripts = new Set<string>()
  collect(manifest, pageId, scripts)
  collect(manifest, ENTRY, scripts)
  const tags = (
    <>
      <style dangerouslySetInnerHTML={{ __html: css }} />
      <noscript>
        <link rel="stylesheet" href={laterStyles} />
      </noscript>
      {[...fonts].map((file) => (
        <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="" href={`/${file}`} />
      ))}
      <script
        type="module"
        src={`/${start.file}`}
        id={START_ELEMENT}
        data-styles={laterStyles}
        data-scripts={[...scripts].map((file) => `/${file}`).join(" ")}
      />
    </>
  )
  return { tags, styleHash: hash }
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
