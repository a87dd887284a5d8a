import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Plugin } from "vite"

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest)$/
const SMALLEST_WORTH_IT = 1024

export function precompress(): Plugin {
  let folder = ""
  return {
    name: "precompress",
    apply: (config, { isSsrBuild }) => config.build?.ssr === undefined && !isSsrBuild,
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle: {
      order: "post",
      sequential: true,
      handler: async () => {
        const files = await readdir(folder, { recursive: true, withFileTypes: true })
        const paths = files.filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
        await Promise.all(paths.map((file) => compressFile(join(file.parentPath, file.name))))
      },
    },
  }
}

async function isCompressed(path: string): Promise<boolean> {
  const [file, compressed] = await Promise.all([stat(path), stat(`${path}.gz`).catch(() => null)])
  return compressed !== null && compressed.mtimeMs >= file.mtimeMs
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.byteLength < SMALLEST_WORTH_IT || (await isCompressed(path))) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}
