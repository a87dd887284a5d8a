import { readdir, rm, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { Plugin } from "vite"

const KEPT_MS = 24 * 60 * 60 * 1000
const ASSETS = "assets"
const COMPRESSED = /\.(?:br|gz)$/

/**
 * Keeps the assets of earlier builds for a day: a running server and an open page still need them. All other files are deleted
 * first: a picture of another brand, or the compressed copy of an earlier one, would be served instead of the new one.
 */
export function keepAssets(): Plugin {
  let folder = ""
  return {
    name: "keep-assets",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir, ASSETS)
    },
    buildStart: async () => {
      const output = dirname(folder)
      const names = await readdir(output).catch(() => [])
      const others = names.filter((name) => name !== ASSETS)
      await Promise.all(others.map((name) => rm(join(output, name), { recursive: true })))
    },
    writeBundle: {
      order: "post",
      sequential: true,
      handler: async (_options, bundle) => {
        const emitted = new Set(Object.keys(bundle).map((file) => file.replace(`${ASSETS}/`, "")))
        const old = (await readdir(folder)).filter((name) => !emitted.has(name.replace(COMPRESSED, "")))
        await Promise.all(old.map((name) => removeIfStale(join(folder, name))))
      },
    },
  }
}

async function removeIfStale(path: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  if (Date.now() - mtimeMs > KEPT_MS) await rm(path)
}
