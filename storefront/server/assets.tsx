import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as z from "zod"
import type { AssetsOf, PageAssets } from "../src/app/entry-server"

export interface InlineText {
  text: string
  hash: string
}

/** The pages that use each file of `src/app/page-styles`. Others use `every-page`. */
const PAGES_OF: Record<string, string[]> = {
  home: ["src/pages/home.tsx"],
  products: ["src/pages/products.tsx", "src/pages/category.tsx"],
  product: ["src/pages/product.tsx"],
  checkout: ["src/pages/checkout.tsx"],
  "signed-in": ["src/pages/account.tsx", "src/pages/orders.tsx"],
  text: ["src/pages/about.tsx", "src/pages/faq.tsx", "src/pages/policy.tsx", "src/pages/not-found.tsx"],
  forms: ["src/pages/contact.tsx", "src/pages/find-order.tsx"],
}
const OF_OTHERS = "every-page"

export const inlineText = (text: string): InlineText => ({
  text,
  hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
})

/** Styles inside the pages are painted without waiting for another file (ADR 0015). */
async function readPageStyles(
  builtFile: (source: string) => string,
): Promise<(pageId: string) => InlineText> {
  const read = async (name: string) =>
    inlineText(await readFile(builtFile(`src/app/page-styles/${name}.css`), "utf8"))
  const others = await read(OF_OTHERS)
  const byPage = new Map<string, InlineText>()
  for (const [name, pageIds] of Object.entries(PAGES_OF)) {
    const styles = await read(name)
    for (const pageId of pageIds) byPage.set(pageId, styles)
  }
  return (pageId) => byPage.get(pageId) ?? others
}

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

const CORE_FONT = /-core-[^/]*\.woff2$/
const START = "src/app/load-scripts.ts"
const ENTRY = "src/app/entry-client.tsx"

/** Reads the client build's manifest. A page's assets stay the same until the next build. */
export async function readAssets(clientFolder: string): Promise<AssetsOf> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(clientFolder, "manifest.json"), "utf8")),
  )
  const builtFile = (source: string) => join(clientFolder, chunkOf(manifest, source).file)
  const stylesOf = await readPageStyles(builtFile)
  const start = startScript(await readFile(builtFile(START), "utf8"))
  return (pageId) => assetsOf(manifest, pageId, { styles: stylesOf(pageId), start })
}

/** @throws for a script with imports or exports, which only a separate file may have */
export function startScript(code: string): InlineText {
  if (/(?:^|[;}])\s*(?:import\s*["'{*\w]|export\b)/.test(code))
    throw new Error("The first script is not on its own")
  // Its names are its own.
  return inlineText(`(()=>{${code}})()`)
}

interface Inline {
  styles: InlineText
  start: InlineText
}

export function assetsOf(manifest: Manifest, pageId: string, { styles, start }: Inline): PageAssets {
  const laterStyles = `/${chunkOf(manifest, ENTRY).css?.[0] ?? ""}`
  const files = Object.values(manifest).map(({ file }) => file)
  const fonts = new Set(files.filter((file) => CORE_FONT.test(file)))
  const scripts = new Set<string>()
  collect(manifest, pageId, scripts)
  collect(manifest, ENTRY, scripts)
  const tags = (
    <>
      <style dangerouslySetInnerHTML={{ __html: styles.text }} />
      <noscript>
        <link rel="stylesheet" href={laterStyles} />
      </noscript>
      {[...fonts].map((file) => (
        <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="" href={`/${file}`} />
      ))}
      <script
        data-styles={laterStyles}
        data-scripts={[...scripts].map((file) => `/${file}`).join(" ")}
        dangerouslySetInnerHTML={{ __html: start.text }}
      />
    </>
  )
  return { tags, hashes: { style: styles.hash, script: start.hash } }
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
