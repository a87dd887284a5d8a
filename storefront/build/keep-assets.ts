import { readdir, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { Plugin } from "vite"

const KEPT_MS = 24 * 60 * 60 * 1000
const ASSETS = "assets"
const COMPRESSED = /\.(?:br|gz)$/

/**
 * Leaves the assets of earlier builds lie for a day. Their names are digests of what is in them, so they never clash,
 * and both a server that was started before the build and a page that is open since yesterday still find theirs.
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
