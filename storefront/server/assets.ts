import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as z from "zod"

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

const ENTRY = "src/app/entry-client.tsx"

/** Writes the tags that a page needs: style, fonts, its scripts and all that they import, at once instead of one after another. */
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
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The client build has no ${ENTRY}: build the storefront again`)
  const styles = Object.values(manifest).flatMap((chunk) =>
    chunk.file.endsWith(".css") ? [chunk.file] : (chunk.css ?? []),
  )
  const fonts = Object.values(manifest).flatMap((chunk) =>
    chunk.file.endsWith(".woff2") ? [chunk.file] : [],
  )
  const scripts = new Set<string>()
  collect(manifest, ENTRY, scripts)
  if (pageId) collect(manifest, pageId, scripts)
  scripts.delete(entry.file)
  return [
    ...[...new Set(styles)].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...new Set(fonts)].map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
    ),
    `<script type="module" src="/${entry.file}"></script>`,
    ...[...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join("\n")
}

function collect(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}
